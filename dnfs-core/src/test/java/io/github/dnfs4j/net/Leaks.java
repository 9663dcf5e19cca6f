package io.github.dnfs4j.net;

import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Networks that let x_i into the values at site i, each in its own way: what the tests must find. */
enum Leaks {
    /** A hundredth of the values depends on x_i. */
    VALUES {
        @Override
        Tensor g(RateNet net, Tensor x, Tensor t, Context context) {
            Tensor g = net.antisymmetric(x, t, context);
            return g.mul(Ops.plus(Ops.times(x.to(ScalarType.Double), 0.01), 1).unsqueeze(-1));
        }
    },
    /** The tokens of the network stand one slot too far to the left: site i reads its own. */
    TOKENS {
        @Override
        Tensor g(RateNet net, Tensor x, Tensor t, Context context) {
            Tensor values = net.antisymmetric(x.roll(1), t, context);
            return values.sub(values.gather(-1, x.unsqueeze(-1)));
        }
    },
    /** Every site is scaled by what all of them put out, as a second layer would. */
    LAYERS {
        @Override
        Tensor g(RateNet net, Tensor x, Tensor t, Context context) {
            Tensor g = net.antisymmetric(x, t, context);
            Tensor all = g.abs().mean(new long[] {-2, -1}, true, new ScalarTypeOptional());
            return g.mul(Ops.plus(Ops.times(all, 0.01), 1));
        }
    },
    /** The features are not centred, so that they contain U(x). */
    FEATURES {
        @Override
        Tensor g(RateNet net, Tensor x, Tensor t, Context context) {
            Tensor c = context.features();
            return net.antisymmetric(x, t, new Context(c.sub(c.gather(-1, x.unsqueeze(-1)))));
        }
    },
    /** Nothing leaks, but the difference to x_i is left out. */
    NO_DIFFERENCE {
        @Override
        Tensor g(RateNet net, Tensor x, Tensor t, Context context) {
            Tensor g = net.antisymmetric(x, t, context);
            return Ops.plus(g, 1e-3);
        }
    },
    /** Locally equivariant, but a hundredth more inclined to the last state than to the others. */
    FAVOURITE {
        @Override
        Tensor g(RateNet net, Tensor x, Tensor t, Context context) {
            Tensor g = net.antisymmetric(x, t, context);
            long last = g.size(-1) - 1;
            Tensor liked = Ops.oneHot(x.mul(Ops.scalar(0L)).add(Ops.scalar(last)), last + 1);
            return g.add(Ops.times(liked.sub(liked.gather(-1, x.unsqueeze(-1))), 0.01));
        }
    },
    /** Locally equivariant, and blind to the state. */
    CONSTANT {
        @Override
        Tensor g(RateNet net, Tensor x, Tensor t, Context context) {
            Tensor s = Tensors.range(context.features().size(-1), Tensors.device(x));
            return torch.sub(s, x.unsqueeze(-1)).mul(t.view(-1, 1, 1));
        }
    };

    abstract Tensor g(RateNet net, Tensor x, Tensor t, Context context);

    /** A hundredth of the hidden states of all sites on top of each one's own. */
    static LeNet stacked(LeNet net) {
        HollowBody leaking = new HollowBody() {
            @Override
            public void register(Parameters.Builder p) {
                net.body().register(p);
            }

            @Override
            public Tensor hidden(Parameters.ByName w, Tensor x, Tensor t, Context context) {
                Tensor z = net.body().hidden(w, x, t, context);
                return z.add(Ops.times(z.mean(new long[] {1}, true, new ScalarTypeOptional()), 0.01));
            }
        };
        return new LeNet(leaking, net.head(), net.parameters().replica());
    }

    RateNet of(RateNet net) {
        return new RateNet() {
            @Override
            public Tensor antisymmetric(Tensor x, Tensor t, Context context) {
                return g(net, x, t, context);
            }

            @Override
            public Parameters parameters() {
                return net.parameters();
            }

            @Override
            public RateNet replica() {
                return of(net.replica());
            }
        };
    }
}
