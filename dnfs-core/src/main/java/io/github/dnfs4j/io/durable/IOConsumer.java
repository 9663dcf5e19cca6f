package io.github.dnfs4j.io.durable;

import java.io.IOException;

/** A consumer that may fail with an {@link IOException}, such as the code that fills a file or a folder. */
@FunctionalInterface
public interface IOConsumer<T> {
    void accept(T value) throws IOException;
}
