package io.github.dnfs4j.torch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

/** A closed tensor is a null pointer: {@code isNull} tells who is still alive. */
class ScopeTest {
    private static Tensor tensor(double value) {
        return Tensors.full(value, Device.CPU, 3);
    }

    @Test
    void closingFreesWhatWasMadeInside() {
        Tensor inside;
        Tensor derived;
        try (Scope outer = Scope.open()) {
            Tensor before = tensor(1);
            try (Scope scope = Scope.open()) {
                inside = tensor(2);
                derived = inside.add(before);
                assertThat(inside.isNull()).isFalse();
            }
            assertThat(inside.isNull()).isTrue();
            assertThat(derived.isNull()).isTrue();
            assertThat(Tensors.doubles(before)).containsOnly(1);
        }
    }

    /** 1,000 tensors of 2 MB: 2 GB if they stayed. */
    @Test
    void memoryStaysFlatOverManyScopes() {
        long before = 0;
        for (int k = 0; k < 1100; k++) {
            try (Scope scope = Scope.open()) {
                Tensors.full(k, Device.CPU, 1 << 17).add(tensor(1).sum());
            }
            if (k == 100) {
                before = Pointer.physicalBytes();
            }
        }
        assertThat((Pointer.physicalBytes() - before) >> 20).isLessThan(100);
    }

    @Test
    void aKeptTensorBelongsToTheScopeAround() {
        Tensor kept;
        try (Scope outer = Scope.open()) {
            try (Scope inner = Scope.open()) {
                kept = inner.keep(tensor(3));
            }
            assertThat(Tensors.doubles(kept)).containsOnly(3);
        }
        assertThat(kept.isNull()).isTrue();
    }

    @Test
    void keepingTwiceClimbsTwoScopes() {
        Tensor kept;
        Tensor left;
        try (Scope outer = Scope.open()) {
            try (Scope middle = Scope.open()) {
                try (Scope inner = Scope.open()) {
                    kept = inner.keep(tensor(4));
                    left = inner.keep(tensor(5));
                }
                assertThat(middle.keep(kept)).isSameAs(kept);
            }
            assertThat(Tensors.doubles(kept)).containsOnly(4);
            assertThat(left.isNull()).isTrue();
        }
        assertThat(kept.isNull()).isTrue();
    }

    /** Keeping belongs to the scope it is asked of, not to the innermost. */
    @Test
    void anOuterScopeKeepsFromWithinAnInnerOne() {
        Tensor kept;
        try (Scope outermost = Scope.open()) {
            try (Scope outer = Scope.open();
                    Scope inner = Scope.open()) {
                kept = outer.keep(tensor(6));
            }
            assertThat(Tensors.doubles(kept)).containsOnly(6);
        }
        assertThat(kept.isNull()).isTrue();
    }

    @Test
    void withoutAScopeAroundTheCallerCloses() {
        Tensor kept;
        try (Scope scope = Scope.open()) {
            kept = scope.keep(tensor(7));
        }
        assertThat(Tensors.doubles(kept)).containsOnly(7);
        kept.close();
        assertThat(kept.isNull()).isTrue();
    }

    @Test
    void anOwnedTensorLivesUntilItIsClosed() {
        Tensor owned;
        try (Scope outer = Scope.open();
                Scope inner = Scope.open()) {
            owned = Scope.own(tensor(8));
        }
        assertThat(Tensors.doubles(owned)).containsOnly(8);
        owned.close();
        assertThat(owned.isNull()).isTrue();

        Tensor alone = Scope.own(tensor(9));
        alone.close();
        assertThat(alone.isNull()).isTrue();
    }

    @Test
    void anAdoptedTensorOfAnotherThreadIsFreedHere() {
        Tensor kept;
        try (Scope outer = Scope.open()) {
            try (Scope scope = Scope.open()) {
                kept = Scope.adopt(onAnotherThread(10));
                assertThat(Tensors.doubles(kept)).containsOnly(10);
            }
            assertThat(kept.isNull()).isTrue();
        }
        Tensor unscoped = Scope.adopt(onAnotherThread(11));
        assertThat(Tensors.doubles(unscoped)).containsOnly(11);
        unscoped.close();
        assertThat(unscoped.isNull()).isTrue();
    }

    private static Tensor onAnotherThread(double value) {
        Callable<Tensor> task = () -> {
            try (Scope scope = Scope.open()) {
                return scope.keep(tensor(value));
            }
        };
        return Workers.run(List.of(() -> tensor(0), task)).get(1);
    }

    @Test
    void aScopeOfOneThreadLeavesTheTensorsOfAnother() {
        try (Scope scope = Scope.open()) {
            Tensor here = tensor(12);
            Tensor there = onAnotherThread(13);
            assertThat(Tensors.doubles(here)).containsOnly(12);
            Scope.adopt(there);
        }
    }

    @Test
    void anExceptionFreesToo() {
        Tensor[] made = new Tensor[1];
        try (Scope scope = Scope.open()) {
            made[0] = tensor(14);
            throw new IllegalStateException();
        } catch (IllegalStateException e) {
            assertThat(made[0].isNull()).isTrue();
        }
    }
}
