package io.github.dnfs4j.net;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Every locally equivariant network in several shapes: what the shared tests run over. */
record Networks(String name, StateSpace space, Readout readout, HollowBody body, Head head) {
    private static final int HIDDEN = 8;
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
                all.add(symmetric(letf(7, 2, 2, 1, true, r), s));
                all.add(symmetric(lemlp(3, 2, 3, r), s));
                all.add(symmetric(leattn(7, 2, 2, r), s));
                all.add(symmetric(leconv(new Torus(2, 3), 6, 2, 2, r), s));
                all.add(symmetric(lelattice(new Torus(4, 5), 2, 2, r), s));
                LatticeShape pyramid = new LatticeShape(new Torus(4, 5), 2, HIDDEN, 4, 1, false);
                all.add(symmetric(of(new LePyramid(pyramid), pyramid, 20, 2, r), s));
            }
        }
        for (Readout r : Readout.values()) {
            all.add(leglass(new Torus(2, 3), 1, 1, r));
            all.add(leglass(new Torus(3, 3), 1, 2, r));
            all.add(leglass(new Torus(4, 5), 2, 1, r));
        }
        return all;
    }

    /** A network of two states under a head that shows it a field of them for each of some. */
    private static Networks symmetric(Networks two, int states) {
        return new Networks(
                "symmetric " + states + " states " + two.name,
                new StateSpace(two.space.sites(), states),
                two.readout,
                two.body,
                Head.symmetric(two.readout, HIDDEN, states));
    }

    static Networks letf(int d, int s, int heads, int layers, boolean shared, Readout r) {
        LeTransformer.Settings settings = new LeTransformer.Settings(d, s, HIDDEN, heads, layers, shared);
        return of(new LeTransformer(settings), settings, d, s, r);
    }

    static Networks legf(int d, int s, int heads, int layers, boolean shared, Readout r) {
        LeGraphformer.Settings settings = new LeGraphformer.Settings(s, HIDDEN, heads, layers, shared, r, layers);
        return of(new LeGraphformer(settings), settings, d, s, r);
    }

    static Networks lemlp(int d, int s, int terms, Readout r) {
        LeMlp.Settings settings = new LeMlp.Settings(d, s, HIDDEN, terms);
        return of(new LeMlp(settings), settings, d, s, r);
    }

    static Networks leattn(int d, int s, int heads, Readout r) {
        LeAttention.Settings settings = new LeAttention.Settings(d, s, HIDDEN, heads);
        return of(new LeAttention(settings), settings, d, s, r);
    }

    static Networks leconv(Torus torus, int d, int s, int layers, Readout r) {
        LeConvolution.Settings settings = new LeConvolution.Settings(torus, d, s, HIDDEN, 2, layers);
        return of(new LeConvolution(settings), settings, d, s, r);
    }

    static Networks lelattice(Torus torus, int s, int layers, Readout r) {
        LatticeShape shape = new LatticeShape(torus, s, HIDDEN, 4, layers, false);
        return of(new LeLattice(shape), shape, torus.sites(), s, r);
    }

    static Networks isotropic(Torus torus, int s, Readout r) {
        LatticeShape shape = new LatticeShape(torus, s, HIDDEN, 8, 1, true);
        return of(new LeLattice(shape), shape, torus.sites(), s, r);
    }

    static Networks lepyramid(Torus torus, int s, Readout r, boolean isotropic) {
        LatticeShape shape = new LatticeShape(torus, s, HIDDEN, 16, 1, isotropic);
        return of(new LePyramid(shape), shape, torus.sites(), s, r);
    }

    static Networks leglass(Torus torus, int reach, int layers, Readout r) {
        LeGlass.Settings settings = new LeGlass.Settings(torus, HIDDEN, reach, layers);
        return symmetric(of(new LeGlass(settings), settings, torus.sites(), 2, r), 2);
    }

    private static Networks of(HollowBody body, Record shape, int d, int s, Readout r) {
        String name = body.getClass().getSimpleName() + shape + " " + r;
        return new Networks(name, new StateSpace(d, s), r, body, Head.of(r, HIDDEN, s));
    }

    /** As training finds it. */
    LeNet fresh(long seed, ScalarType type) {
        try (Rng rng = Rng.seeded(seed, Device.CPU)) {
            return new LeNet(body, head, rng, type);
        }
    }

    /** Away from where training finds it, but not so far that a softmax looks at one site only. */
    LeNet perturbed(long seed, ScalarType type) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(seed, Device.CPU)) {
            LeNet net = new LeNet(body, head, rng, type);
            Tensor noise = rng.normal(net.parameters().values().numel());
            net.parameters().values().add_(Ops.times(noise, 0.3));
            return net;
        }
    }

    /** All weights normal with deviation 1, the biases among them, so that every path through the network is open. */
    LeNet random(long seed, ScalarType type) {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(seed, Device.CPU)) {
            LeNet net = new LeNet(body, head, rng, type);
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
