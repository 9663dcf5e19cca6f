package io.github.dnfs4j.settings;

import io.github.dnfs4j.io.PlainName;
import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Structure;
import io.github.dnfs4j.target.Target;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A target that exists as an object of a program and not as settings: what a run folder says of it. Whoever loads such
 * a run gives the object again, and it must look the same. A {@link TargetKind} of its own needs no such help.
 *
 * @param name for titles and folder names
 * @param sites d
 * @param states S, of the site that has most
 * @param sizes S_i of each site; empty where all are S
 * @param rows of the periodic lattice of its sites; 0 where they form none
 * @param columns of the same
 * @param symmetric whether its states may be exchanged
 */
public record OwnTarget(
        String name, int sites, int states, List<Integer> sizes, int rows, int columns, boolean symmetric)
        implements TargetSettings {
    public OwnTarget {
        PlainName.check("target", name);
        sizes = List.copyOf(sizes);
        StateSpace each = sizes.isEmpty() ? new StateSpace(sites, states) : space(sizes);
        if (each.sites() != sites || each.states() != states) {
            throw new IllegalArgumentException("sites of " + sizes + " states are not " + sites + " of " + states);
        }
        boolean lattice = rows != 0 || columns != 0;
        if (lattice && (rows < 1 || columns < 1 || (long) rows * columns != sites)) {
            throw new IllegalArgumentException(
                    "a lattice of " + rows + " x " + columns + " has not the " + sites + " sites of the target");
        }
    }

    private static StateSpace space(List<Integer> sizes) {
        return StateSpace.of(sizes.stream().mapToInt(s -> s).toArray());
    }

    /** What a run folder says of a target. */
    public static OwnTarget of(String name, Target target) {
        Optional<Lattice> lattice = target.structure().lattice();
        StateSpace space = target.space();
        return new OwnTarget(
                name,
                space.sites(),
                space.states(),
                space.mixed()
                        ? IntStream.range(0, space.sites())
                                .mapToObj(space::size)
                                .toList()
                        : List.of(),
                lattice.map(Lattice::rows).orElse(0),
                lattice.map(Lattice::columns).orElse(0),
                target.structure().symmetric());
    }

    /** The kind of targets that no text can build. */
    public static final class Kind implements TargetKind {
        @Override
        public String name() {
            return "own";
        }

        @Override
        public Class<OwnTarget> type() {
            return OwnTarget.class;
        }

        @Override
        public TargetSettings parse(String text) {
            throw new IllegalArgumentException(
                    "an own target is an object of a program; register a TargetKind to name it");
        }
    }

    @Override
    public String kind() {
        return "own";
    }

    @Override
    public Target build() {
        throw new IllegalArgumentException(
                "the target '" + name + "' is an object of the program that trained this run:"
                        + " give it to Model.load or TrainingRun.resume there, or register a TargetKind");
    }

    /** The target itself, refused where it is not what these settings were made of. */
    public Target checked(Target target) {
        OwnTarget seen = of(name, target);
        if (!seen.equals(this)) {
            throw new IllegalArgumentException("this is not the target of the run: it is " + seen + ", not " + this);
        }
        return target;
    }

    @Override
    public Structure structure() {
        return Structure.of(rows == 0 ? Optional.empty() : Optional.of(new Lattice(rows, columns)), symmetric);
    }

    @Override
    public String title() {
        return name;
    }
}
