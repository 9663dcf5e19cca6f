package io.github.dnfs4j.target;

/** A target {@code rho = exp(-beta E)} that knows its beta, by which free and internal energies are divided. */
public interface Tempered {
    double inverseTemperature();

    /** The beta of a target, 1 where it names none. */
    static double of(Target target) {
        return target instanceof Tempered t ? t.inverseTemperature() : 1;
    }
}
