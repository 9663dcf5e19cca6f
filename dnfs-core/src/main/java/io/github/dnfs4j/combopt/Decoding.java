package io.github.dnfs4j.combopt;

import io.github.dnfs4j.torch.Words;

/** How the samples of all methods become solutions. */
public enum Decoding {
    /** Conflicts repaired in the order of the vertices, and nothing else: the paper's. A cut stays as it is. */
    PAPER {
        @Override
        public byte[] solution(Decoder decoder, byte[] x) {
            return decoder.repair(x);
        }
    },
    /** Conflicts pruned, then completed until no single vertex improves the solution. */
    GREEDY {
        @Override
        public byte[] solution(Decoder decoder, byte[] x) {
            return decoder.complete(decoder.prune(x));
        }
    };

    /** Reads {@code paper} or {@code greedy}. */
    public static Decoding parse(String name) {
        return Words.parse("decoding", Decoding.class, name);
    }

    /** The solution that a state becomes. */
    public abstract byte[] solution(Decoder decoder, byte[] x);

    @Override
    public String toString() {
        return Words.of(this);
    }
}
