package io.github.dnfs4j.target;

import io.github.dnfs4j.torch.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Which sites are neighbours, and how strong the bond of each pair is in units of the coupling: one number for each
 * direction of the lattice times one for each bond, which is 1 or drawn from a seed. L is the side.
 *
 * <pre>{@code
 * square      L x L    right, below                   triangular  L x L      right, below, below and right
 * honeycomb   L x L    as a wall of bricks: right,    cubic       L x L x L  right, below, deeper
 *                      below of every second site     complete    L          all pairs, over L or, drawn, sqrt L
 * }</pre>
 *
 * <p>With {@code pm} or {@code gaussian} bonds square and cubic are Edwards and Anderson's glass and complete is
 * Sherrington and Kirkpatrick's; with uniform ones complete is the magnet of Curie and Weiss.
 *
 * @param bonds what is drawn for each bond, in the order of {@link #bonds(int)}
 * @param bondSeed of what is drawn
 * @param directions a number for each direction, or none where all are 1
 */
public record Layout(Kind lattice, Boundary boundary, Law bonds, long bondSeed, List<Double> directions) {
    /** The periodic square lattice with one coupling. */
    public static final Layout TORUS = new Layout(Kind.SQUARE, Boundary.PERIODIC, Law.UNIFORM, 1, List.of());

    /** How the sites lie. */
    public enum Kind {
        SQUARE(2, 2, Math.log(1 + Math.sqrt(2)) / 2),
        TRIANGULAR(2, 3, Math.log(3) / 4),
        HONEYCOMB(2, 3, Math.log(2 + Math.sqrt(3)) / 2),
        CUBIC(3, 3, 0.221654626),
        COMPLETE(1, 1, 1);

        private final int dimensions;
        private final int directions;
        private final double critical;

        Kind(int dimensions, int directions, double critical) {
            this.dimensions = dimensions;
            this.directions = directions;
            this.critical = critical;
        }

        @Override
        public String toString() {
            return Words.of(this);
        }
    }

    /** What is beyond the last site: the first, or nothing. A complete graph has no last site. */
    public enum Boundary {
        PERIODIC,
        FREE;

        @Override
        public String toString() {
            return Words.of(this);
        }
    }

    /** Of the strength of bonds: 1; -1 or 1 with equal probability; normal with mean 0 and variance 1. */
    public enum Law {
        UNIFORM,
        PM,
        GAUSSIAN;

        double draw(Random random) {
            return switch (this) {
                case UNIFORM -> 1;
                case PM -> random.nextBoolean() ? 1 : -1;
                case GAUSSIAN -> random.nextGaussian();
            };
        }

        @Override
        public String toString() {
            return Words.of(this);
        }
    }

    /** A pair of neighbours and the strength of their bond. */
    public record Bond(int from, int to, double strength) {}

    public Layout {
        directions = List.copyOf(directions);
        if (!directions.isEmpty() && directions.size() != lattice.directions) {
            throw new IllegalArgumentException(
                    "the " + lattice + " lattice has " + lattice.directions + " directions, not " + directions.size());
        }
        if (!directions.stream().allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("couplings of directions must be finite, not " + directions);
        }
    }

    /** Refuses, with the reason, a side that gives double edges or more sites than are allowed. */
    public void check(int side, int mostSites) {
        boolean wraps = boundary == Boundary.PERIODIC && lattice != Kind.COMPLETE;
        int least = !wraps ? 2 : lattice == Kind.HONEYCOMB ? 4 : 3;
        if (side < least) {
            throw new IllegalArgumentException("side must be at least " + least + ", not " + side
                    + (wraps ? " (a periodic lattice of side " + (least - 1) + " would have double edges)" : ""));
        }
        if (wraps && lattice == Kind.HONEYCOMB && side % 2 != 0) {
            throw new IllegalArgumentException("a periodic honeycomb needs an even side, not " + side);
        }
        int most = (int) Math.floor(Math.pow(mostSites, 1.0 / lattice.dimensions) + 1e-9);
        if (side > most) {
            throw new IllegalArgumentException("side must be at most " + most + ", not " + side);
        }
    }

    /** d. */
    public int sites(int side) {
        int sites = side;
        for (int k = 1; k < lattice.dimensions; k++) {
            sites = Math.multiplyExact(sites, side);
        }
        return sites;
    }

    /** Whether every site sees the same around it, on a torus of rows and columns, so that a network may as well. */
    public boolean torus() {
        return boundary == Boundary.PERIODIC
                && bonds == Law.UNIFORM
                && (lattice == Kind.SQUARE || lattice == Kind.TRIANGULAR);
    }

    /** Whether it is a square lattice whose bonds differ, those beyond a free boundary being 0. */
    public boolean bonded() {
        return lattice == Kind.SQUARE && !torus();
    }

    /** Whether it is {@link #TORUS}, whatever the seed of bonds that are not drawn: what the exact formulas are of. */
    public boolean plain() {
        return torus() && lattice == Kind.SQUARE && directions.stream().allMatch(v -> v == 1);
    }

    /**
     * The inverse temperature of a coupling 1 at which an Ising model on the infinite lattice with uniform bonds changes
     * its phase, for cubic as simulations have it; 1 for drawn bonds.
     */
    public double critical() {
        return bonds == Law.UNIFORM ? lattice.critical : 1;
    }

    /** All pairs of neighbours, each once, site by site and direction by direction. */
    public List<Bond> bonds(int side) {
        Random random = new Random(bondSeed);
        List<Bond> all = new ArrayList<>();
        int sites = sites(side);
        for (int i = 0; i < sites; i++) {
            if (lattice == Kind.COMPLETE) {
                double share = strength(0) / (bonds == Law.UNIFORM ? side : Math.sqrt(side));
                for (int j = i + 1; j < sites; j++) {
                    all.add(new Bond(i, j, share * bonds.draw(random)));
                }
                continue;
            }
            for (int k = 0; k < lattice.directions; k++) {
                int j = next(side, i, k);
                if (j >= 0) {
                    all.add(new Bond(i, j, strength(k) * bonds.draw(random)));
                }
            }
        }
        return all;
    }

    private double strength(int direction) {
        return directions.isEmpty() ? 1 : directions.get(direction);
    }

    /** The neighbour of site i in a direction; -1 where there is none. */
    private int next(int side, int i, int direction) {
        int column = i % side;
        int row = i / side % side;
        if (lattice == Kind.HONEYCOMB) {
            // Of three bonds of a site, those to the right and from the left are two directions of their own.
            boolean even = (row + column) % 2 == 0;
            return switch (direction) {
                case 0 -> even ? moved(side, i, 1, 0, 0) : -1;
                case 1 -> even ? -1 : moved(side, i, 1, 0, 0);
                default -> even ? moved(side, i, 0, 1, 0) : -1;
            };
        }
        return switch (direction) {
            case 0 -> moved(side, i, 1, 0, 0);
            case 1 -> moved(side, i, 0, 1, 0);
            default -> lattice == Kind.CUBIC ? moved(side, i, 0, 0, 1) : moved(side, i, 1, 1, 0);
        };
    }

    /** So many columns, rows and layers on; -1 beyond a free boundary. */
    private int moved(int side, int i, int columns, int rows, int layers) {
        int column = i % side + columns;
        int row = i / side % side + rows;
        int layer = i / side / side + layers;
        if (boundary == Boundary.FREE && (column >= side || row >= side || layers > 0 && layer >= side)) {
            return -1;
        }
        int wrapped = layers > 0 ? layer % side : layer;
        return (wrapped * side + row % side) * side + column % side;
    }

    /** A few words for titles and folder names: {@code 8x8}, {@code 8x8-free-pm3}, {@code 4x4x4-cubic}. */
    public String title(int side) {
        StringBuilder title = new StringBuilder().append(side);
        title.append(("x" + side).repeat(lattice.dimensions - 1));
        title.append(lattice == Kind.SQUARE ? "" : "-" + lattice);
        title.append(boundary == Boundary.FREE && lattice != Kind.COMPLETE ? "-free" : "");
        return title.append(bonds == Law.UNIFORM ? "" : "-" + bonds + bondSeed).toString();
    }
}
