package io.github.dnfs4j.torch;

import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.OperatorHandle;
import org.bytedeco.pytorch.Tensor;

/** An operator of libtorch that has no Java signature, called by its name through the dispatcher. */
final class Boxed {
    private final OperatorHandle operator;

    /** The operator {@code aten::name}. */
    Boxed(String name) {
        // Never closed: operators live as long as the library.
        operator = Dispatcher.singleton().findSchemaOrThrow("aten::" + name, "").retainReference();
    }

    /** Calls it with all its arguments; returns those of its results, which must be tensors. */
    Tensor[] call(int[] results, IValue... arguments) {
        IValueVector stack = new IValueVector(arguments);
        operator.callBoxed(stack);
        Tensor[] wanted = new Tensor[results.length];
        for (int k = 0; k < results.length; k++) {
            // A copy of the handle: the one inside the stack dies with it.
            wanted[k] = new Tensor(stack.get(results[k]).toTensor());
        }
        return wanted;
    }
}
