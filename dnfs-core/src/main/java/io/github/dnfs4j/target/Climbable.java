package io.github.dnfs4j.target;

/** A target with a strength, sigma of an Ising lattice or beta of a Potts lattice, which training can climb. */
public interface Climbable {
    /** This target at another strength. */
    Target withStrength(double strength);

    /** A target at another strength; refused where it has none. */
    static Target climb(Target target, double strength) {
        if (target instanceof Climbable c) {
            return c.withStrength(strength);
        }
        throw new IllegalArgumentException("this target has no strength to climb");
    }
}
