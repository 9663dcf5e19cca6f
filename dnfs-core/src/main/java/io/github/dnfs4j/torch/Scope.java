package io.github.dnfs4j.torch;

import java.util.Iterator;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;

/**
 * Frees every native object made on this thread since it was opened, when it is closed.
 *
 * <pre>{@code
 * try (Scope scope = Scope.open()) {
 *     Tensor loss = ...;           // freed at the closing brace
 *     return scope.keep(result);   // survives: the scope around this one frees it or, without one, the caller
 * }
 * }</pre>
 *
 * <p>Scopes nest and belong to one thread. Without a scope native memory waits for the garbage collector, which does
 * not see its size, so every loop of the library opens one a step.
 */
public final class Scope implements AutoCloseable {
    private final PointerScope scope;

    private Scope() {
        Torch.init();
        scope = new PointerScope();
    }

    /** Opens a scope on the current thread. */
    public static Scope open() {
        return new Scope();
    }

    /** Hands a tensor over to the scope around this one; outside of all scopes the caller closes it. */
    public Tensor keep(Tensor tensor) {
        Iterator<PointerScope> scopes = PointerScope.getScopeIterator();
        while (scopes.hasNext()) {
            if (scopes.next() == scope && scopes.hasNext()) {
                scopes.next().attach(tensor);
                return tensor;
            }
        }
        return own(tensor);
    }

    /** Takes a tensor out of every scope: it lives until its {@code close()}. For state held in fields. */
    public static Tensor own(Tensor tensor) {
        return tensor.retainReference();
    }

    /** Puts a tensor that another thread {@link #keep kept} into the innermost scope of this one. */
    public static Tensor adopt(Tensor tensor) {
        PointerScope inner = PointerScope.getInnerScope();
        if (inner != null) {
            inner.attach(tensor);
            tensor.releaseReference();
        }
        return tensor;
    }

    @Override
    public void close() {
        scope.close();
    }
}
