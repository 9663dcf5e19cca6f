package io.github.dnfs4j.sample;

import io.github.dnfs4j.torch.Rng;

/** Anything that draws weighted states of a target: a flow, a Markov chain, an exact enumeration. */
public interface Sampler {
    SampleSet sample(int count, Rng rng);
}
