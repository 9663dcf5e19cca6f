package io.github.dnfs4j.ebm;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.dnfs4j.torch.Words;

/** How an energy is learnt from data. */
public enum Method {
    /** Energy discrepancy, flips of independent bits. */
    ED_BERN,
    /** Energy discrepancy, one coordinate redrawn. */
    ED_GRID,
    /** Contrastive divergence: chains start at the data. */
    CD,
    /** Persistent contrastive divergence: chains go on where they were. */
    PCD,
    /** Weighted samples of a flow that is trained along. */
    EB_DNFS,
    /** Chains whose proposals come from that flow. */
    EB_DNFS_MH,
    /** Chains whose proposals come from a GFlowNet that is trained along. */
    EB_GFN,
    /** Weighted drafts of a sampler that writes and edits, trained along by weighted likelihood. */
    ALOE,
    /** ALOE with a larger sampler. */
    ALOE_PLUS;

    @JsonCreator
    public static Method parse(String name) {
        return Words.parse("method", Method.class, name);
    }

    /** Whether a flow is trained along. */
    public boolean hasFlow() {
        return this == EB_DNFS || this == EB_DNFS_MH;
    }

    @JsonValue
    @Override
    public String toString() {
        return Words.of(this);
    }
}
