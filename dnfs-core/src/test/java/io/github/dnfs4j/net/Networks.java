package io.github.dnfs4j.net;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Every locally equivariant network in several shapes: what the shared tests run over. */
record Networks(String name, StateSpace space, Readout readout, BiFunction<Rng, ScalarType, LeNet> maker) {
    private static final int[] STATES = {2, 3, 5};

    /** All kinds with all numbers of states and both readouts, in shapes that change from one to the next. */
    static List<Networks> all() {
        List<Networks> all = new ArrayList<>();
        for (int s : STATES) {
            for (Readout r : Readout.values()) {
                for (int d : new int[] {1, 2, 3, 7, 16}) {
                    int k = all.size();
                    all.add(letf(d, s, 1 + k % 2, 1 + k / 3 % 2, k % 2 == 0, r));
                }
                all.add(legf(1, s, 1, 1, true, r));
                all.add(legf(2, s, 2, 1, false, r));
                all.add(legf(7, s, 2, 2, true, r));
                all.add(lemlp(2, s, 1, r));
                all.add(lemlp(7, s, 3, r));
                all.add(leattn(2, s, 1, r));
                all.add(leattn(7, s, 2, r));
                all.add(leconv(new Torus(4, 4), 16, s, 3, r));
                all.add(leconv(new Torus(2, 3), 6, s, 2, r));
                all.add(leconv(Torus.around(7), 7, s, 3, r));
                all.add(lelattice(new Torus(1, 2), s, 1, r));
                all.add(lelattice(new Torus(3, 3), s, 2, r));
                all.add(lelattice(new Torus(4, 5), s, 2, r));
                all.add(lelattice(new Torus(2, 6), s, 1, r));
                all.add(isotropic(new Torus(4, 4), s, r));
                all.add(isotropic(new Torus(3, 5), s, r));
                all.add(lepyramid(new Torus(3, 3), s, r, false));
                all.add(lepyramid(new Torus(4, 5), s, r, false));
                all.add(lepyramid(new Torus(3, 8), s, r, true));
                all.add(lepyramid(new Torus(8, 8), s, r, true));
            }
        }
        all.addAll(symmetric());
        return all;
    }

    /** All kinds under a head that knows no state from another. */
    static List<Networks> symmetric() {
        List<Networks> all = new ArrayList<>();
        for (int s : STATES) {
            for (Readout r : Readout.values()) {
                LeTransformer.Settings tf = new LeTransformer.Settings(7, 2, 8, 2, 1, true, r);
                all.add(symmetric(tf, 7, s, r, (head, rng, type) -> new LeTransformer(tf, head, rng, type)));
                LeMlp.Settings mlp = new LeMlp.Settings(3, 2, 8, 3, r);
                all.add(symmetric(mlp, 3, s, r, (head, rng, type) -> new LeMlp(mlp, head, rng, type)));
                LeAttention.Settings attn = new LeAttention.Settings(7, 2, 8, 2, r);
                all.add(symmetric(attn, 7, s, r, (head, rng, type) -> new LeAttention(attn, head, rng, type)));
                LeConvolution.Settings conv = new LeConvolution.Settings(new Torus(2, 3), 6, 2, 8, 2, 2, r);
                all.add(symmetric(conv, 6, s, r, (head, rng, type) -> new LeConvolution(conv, head, rng, type)));
                LatticeShape lattice = new LatticeShape(new Torus(4, 5), 2, 8, 4, 2, r, false);
                all.add(symmetric(lattice, 20, s, r, (head, rng, type) -> new LeLattice(lattice, head, rng, type)));
                LatticeShape pyramid = new LatticeShape(new Torus(4, 5), 2, 8, 4, 1, r, false);
                all.add(symmetric(pyramid, 20, s, r, (head, rng, type) -> new LePyramid(pyramid, head, rng, type)));
            }
        }
        for (Readout r : Readout.values()) {
            all.add(leglass(new Torus(2, 3), 1, 1, r));
            all.add(leglass(new Torus(3, 3), 1, 2, r));
            all.add(leglass(new Torus(4, 5), 2, 1, r));
        }
        return all;
    }

    private interface Maker {
        LeNet of(Head head, Rng rng, ScalarType type);
    }

    private static Networks symmetric(Record settings, int d, int s, Readout r, Maker maker) {
        Head head = Head.symmetric(r, 8, s);
        BiFunction<Rng, ScalarType, LeNet> under = (rng, type) -> maker.of(head, rng, type);
        Networks plain = settings instanceof LatticeShape shape
                ? new Networks("lattice " + shape, new StateSpace(d, s), r, under)
                : of(settings, d, s, r, under);
        return new Networks("symmetric " + s + " states " + plain.name, plain.space, r, plain.maker);
    }

    static Networks letf(int d, int s, int heads, int layers, boolean shared, Readout r) {
        LeTransformer.Settings settings = new LeTransformer.Settings(d, s, 8, heads, layers, shared, r);
        return of(settings, d, s, r, (rng, type) -> new LeTransformer(settings, rng, type));
    }

    static Networks legf(int d, int s, int heads, int layers, boolean shared, Readout r) {
        LeGraphformer.Settings settings = new LeGraphformer.Settings(s, 8, heads, layers, shared, r, layers);
        return of(settings, d, s, r, (rng, type) -> new LeGraphformer(settings, rng, type));
    }

    static Networks lemlp(int d, int s, int terms, Readout r) {
        LeMlp.Settings settings = new LeMlp.Settings(d, s, 8, terms, r);
        return of(settings, d, s, r, (rng, type) -> new LeMlp(settings, rng, type));
    }

    static Networks leattn(int d, int s, int heads, Readout r) {
        LeAttention.Settings settings = new LeAttention.Settings(d, s, 8, heads, r);
        return of(settings, d, s, r, (rng, type) -> new LeAttention(settings, rng, type));
    }

    static Networks leconv(Torus torus, int d, int s, int layers, Readout r) {
        LeConvolution.Settings settings = new LeConvolution.Settings(torus, d, s, 8, 2, layers, r);
        return of(settings, d, s, r, (rng, type) -> new LeConvolution(settings, rng, type));
    }

    static Networks lelattice(Torus torus, int s, int layers, Readout r) {
        LatticeShape settings = new LatticeShape(torus, s, 8, 4, layers, r, false);
        return of("LeLattice", settings, (rng, type) -> new LeLattice(settings, rng, type));
    }

    static Networks isotropic(Torus torus, int s, Readout r) {
        LatticeShape settings = new LatticeShape(torus, s, 8, 8, 1, r, true);
        return of("LeLattice", settings, (rng, type) -> new LeLattice(settings, rng, type));
    }

    static Networks lepyramid(Torus torus, int s, Readout r, boolean isotropic) {
        LatticeShape settings = new LatticeShape(torus, s, 8, 16, 1, r, isotropic);
        return of("LePyramid", settings, (rng, type) -> new LePyramid(settings, rng, type));
    }

    static Networks leglass(Torus torus, int reach, int layers, Readout r) {
        LeGlass.Settings settings = new LeGlass.Settings(torus, 8, reach, layers, r);
        StateSpace space = new StateSpace(torus.sites(), 2);
        return new Networks("symmetric LeGlass" + settings, space, r, (rng, type) -> new LeGlass(settings, rng, type));
    }

    private static Networks of(Record settings, int d, int s, Readout r, BiFunction<Rng, ScalarType, LeNet> maker) {
        String kind = settings.getClass().getDeclaringClass().getSimpleName();
        return new Networks(kind + settings, new StateSpace(d, s), r, maker);
    }

    private static Networks of(String kind, LatticeShape shape, BiFunction<Rng, ScalarType, LeNet> maker) {
        StateSpace space = new StateSpace(shape.torus().sites(), shape.states());
        return new Networks(kind + shape, space, shape.readout(), maker);
    }

    /** As training finds it. */
    LeNet fresh(long seed, ScalarType type) {
        try (Rng rng = Rng.seeded(seed, Device.CPU)) {
            return maker.apply(rng, type);
        }
    }

    /** Away from where training finds it, but not so far that a softmax looks at one site only. */
    LeNet perturbed(long seed, ScalarType type) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(seed, Device.CPU)) {
            LeNet net = maker.apply(rng, type);
            Tensor noise = rng.normal(net.parameters().values().numel());
            net.parameters().values().add_(Ops.times(noise, 0.3));
            return net;
        }
    }

    /** All weights normal with deviation 1, the biases among them, so that every path through the network is open. */
    LeNet random(long seed, ScalarType type) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(seed, Device.CPU)) {
            LeNet net = maker.apply(rng, type);
            Tensor noise = rng.normal(net.parameters().values().numel());
            net.parameters().values().copy_(noise);
            return net;
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
