package io.github.dnfs4j.torch;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Where a rank computes, as it tells all others.
 *
 * @param card which card, by a name that two ranks on the same one have in common; empty for none
 * @param obstacle why tensors cannot go from this card to another; empty where they can
 */
record Seat(String card, String obstacle) {
    static final Seat CPU = new Seat("", "");

    /** As others read it. */
    String text() {
        return card + "\n" + obstacle.replace('\n', ' ');
    }

    static Seat of(String text) {
        int end = text.indexOf('\n');
        return new Seat(text.substring(0, end), text.substring(end + 1));
    }

    /** Whether those of all ranks are on cards. */
    static boolean onCards(List<Seat> all) throws IOException {
        List<Boolean> on = all.stream().map(seat -> !seat.card.isEmpty()).toList();
        int with = on.indexOf(true);
        int without = on.indexOf(false);
        if (with >= 0 && without >= 0) {
            throw new IOException("rank " + with + " computes on a card, and rank " + without
                    + " on none: each needs one of its own, or --device cpu for all");
        }
        return with >= 0;
    }

    /**
     * Why tensors must go through the memory of the host, if they must.
     *
     * @throws IOException where they need not, but two have the same card
     */
    static Optional<String> detour(List<Seat> all) throws IOException {
        for (int r = 0; r < all.size(); r++) {
            if (!all.get(r).obstacle.isEmpty()) {
                return Optional.of("rank " + r + ": " + all.get(r).obstacle);
            }
        }
        for (int r = 1; r < all.size(); r++) {
            int before = all.indexOf(all.get(r));
            if (before < r) {
                throw new IOException("ranks " + before + " and " + r + " have the same card, " + all.get(r).card
                        + ": each needs one of its own (CUDA_VISIBLE_DEVICES, srun --gpus-per-task=1)");
            }
        }
        return Optional.empty();
    }
}
