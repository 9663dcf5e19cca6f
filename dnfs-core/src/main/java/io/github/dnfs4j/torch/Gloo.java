package io.github.dnfs4j.torch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Ranks that are processes on one or several machines, by libtorch's own collectives on the CPU. They meet at a
 * {@link Board}, where each says who it is and rank 0 accepts or refuses all; sums then go around a ring, each part of a
 * tensor being added up by one rank for all, which is why all have the same bits. Ranks with a card each leave to the
 * {@link Cards} what lies on them.
 */
public final class Gloo implements Ranks {
    /** A rank that works is waited for, however long it takes; {@link Pulse} knows of one that does not. */
    private static final long DAY = Duration.ofDays(1).toMillis();

    private static final long LOOK_MILLIS = 50;
    /** How long the store may take to answer who beats. */
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private static final Duration FAREWELL = Duration.ofSeconds(5);
    private static final String WELCOME = "welcome";
    private static final String BYE = "bye";

    private final Meeting meeting;
    private final Board board;
    private final Pulse pulse;
    private final ProcessGroupGloo group;
    private final Cards.Maker maker;
    private final Consumer<String> say;
    private Device home = Device.CPU;
    private volatile @Nullable Cards cards;
    private boolean failed;
    private boolean closed;

    private Gloo(
            Meeting meeting,
            Board board,
            Cards.Maker maker,
            Supplier<Optional<String>> dead,
            Consumer<String> say,
            Consumer<String> end)
            throws IOException {
        this.meeting = meeting;
        this.board = board;
        this.maker = maker;
        this.say = say;
        meet(dead);
        pulse = new Pulse(board.again(meeting.host(), ANSWER), rank(), size(), dead, this::abandon, end);
        try (Scope scope = Scope.open()) {
            ProcessGroupGloo.Options options = ProcessGroupGloo.Options.create(
                    new Milliseconds(meeting.patience().toMillis()));
            options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname(address())));
            options.threads(1);
            // Not behind a PrefixStore: the group would keep one that JavaCPP frees, and crash some time later.
            group = new ProcessGroupGloo(board.store(), rank(), size(), options);
            group.retainReference();
            group.setTimeout(new Milliseconds(DAY));
        }
    }

    /** The other side of {@link #join}: rank 0 listens before the others are started. */
    public static final class Host {
        private final Meeting meeting;
        private final Board board;

        /** Listens at the address of the meeting. */
        public Host(Meeting meeting) throws IOException {
            prepare();
            this.meeting = meeting;
            board = Board.keep(meeting.host(), meeting.port(), meeting.patience());
        }

        public int port() {
            return board.port();
        }

        /**
         * Waits for the others.
         *
         * @param dead says which of them is known to have ended, if any
         * @param say hears what a user should know
         * @param end hears who is lost, when this process cannot be stopped otherwise
         */
        public Ranks join(Supplier<Optional<String>> dead, Consumer<String> say, Consumer<String> end)
                throws IOException {
            return join(Nccl.MAKER, dead, say, end);
        }

        Ranks join(Cards.Maker maker, Supplier<Optional<String>> dead, Consumer<String> say, Consumer<String> end)
                throws IOException {
            return new Gloo(meeting, board, maker, dead, say, end);
        }
    }

    /** Joins a meeting, and waits until all have; {@code say} and {@code end} as in {@link Host#join}. */
    public static Ranks join(Meeting meeting, Consumer<String> say, Consumer<String> end) throws IOException {
        return join(meeting, Nccl.MAKER, say, end);
    }

    static Ranks join(Meeting meeting, Cards.Maker maker, Consumer<String> say, Consumer<String> end)
            throws IOException {
        if (meeting.rank() == 0) {
            return new Host(meeting).join(maker, Optional::empty, say, end);
        }
        prepare();
        Board board = Board.of(meeting.host(), meeting.port(), meeting.patience());
        return new Gloo(meeting, board, maker, Optional::empty, say, end);
    }

    /** Lets c10d say as much as {@code TORCH_CPP_LOG_LEVEL} wants, which only Python does by itself. */
    private static void prepare() {
        Torch.init();
        torch.initLogging();
    }

    /** The address of this machine by which it reaches the meeting. */
    private String address() throws IOException {
        InetAddress host = InetAddress.getByName(meeting.host());
        if (rank() == 0 || host.isLoopbackAddress()) {
            return host.getHostAddress();
        }
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(host, board.port())); // sends nothing
            return socket.getLocalAddress().getHostAddress();
        }
    }

    private void meet(Supplier<Optional<String>> dead) throws IOException {
        if (board.count("here/" + rank(), 1) > 1) {
            throw new IOException("there is a rank " + rank() + " already");
        }
        board.put("size/" + rank(), String.valueOf(size()));
        board.put("identity/" + rank(), meeting.identity());
        if (rank() > 0) {
            String answer = await(WELCOME, "rank 0 does not answer", Optional::empty);
            if (!answer.isEmpty()) {
                throw new IOException(answer);
            }
            return;
        }
        String refusal = "";
        try {
            for (int r = 1; r < size() && refusal.isEmpty(); r++) {
                String missing = "rank " + r + " of " + size() + " did not come";
                String theirs = await("identity/" + r, missing, dead);
                String count = board.find("size/" + r).orElseThrow();
                if (!count.equals(String.valueOf(size()))) {
                    refusal =
                            "rank " + r + " was started as one of " + count + " processes, rank 0 as one of " + size();
                } else if (!theirs.equals(meeting.identity())) {
                    refusal = "rank " + r + " is " + theirs + ", rank 0 is " + meeting.identity();
                }
            }
        } catch (IOException e) {
            board.put(WELCOME, Torch.firstLine(e));
            throw e;
        }
        board.put(WELCOME, refusal);
        if (!refusal.isEmpty()) {
            throw new IOException(refusal);
        }
    }

    private String await(String name, String otherwise, Supplier<Optional<String>> dead) throws IOException {
        long until = System.nanoTime() + meeting.patience().toNanos();
        while (true) {
            Optional<String> text = board.find(name);
            if (text.isPresent()) {
                return text.get();
            }
            Optional<String> gone = dead.get();
            if (gone.isPresent()) {
                throw new IOException(gone.get());
            }
            if (System.nanoTime() > until) {
                throw new IOException(
                        otherwise + " within " + meeting.patience().toSeconds() + " s");
            }
            pause();
        }
    }

    @Override
    public int rank() {
        return meeting.rank();
    }

    @Override
    public int size() {
        return meeting.size();
    }

    @Override
    public void settle(Device device) throws IOException {
        Seat own = maker.seat(device);
        if (!meeting.cards() && own.obstacle().isEmpty()) {
            own = new Seat(own.card(), "so it was asked for");
        }
        List<Seat> seats = texts(own.text()).stream().map(Seat::of).toList();
        if (!Seat.onCards(seats)) {
            return;
        }
        Optional<String> detour = Seat.detour(seats);
        if (detour.isPresent()) {
            if (first()) {
                say.accept("gradients go through the memory of the host, and steps are not recorded; " + detour.get());
            }
            return;
        }
        speakHere();
        cards = maker.join(share(first() ? maker.key() : new byte[0]), rank(), size());
        home = device;
    }

    /** What all ranks say. */
    private List<String> texts(String own) {
        byte[] bytes = own.getBytes(UTF_8);
        int length = largest(bytes.length);
        try (Scope scope = Scope.open()) {
            byte[] all = Tensors.bytes(all(Tensors.of(Arrays.copyOf(bytes, length), Device.CPU, length)));
            return IntStream.range(0, size())
                    .mapToObj(r -> new String(all, r * length, length, UTF_8).replaceFirst("\0+$", ""))
                    .toList();
        }
    }

    /** Lets NCCL, which listens for the others too, do so at the address of the meeting, unless the user says where. */
    private void speakHere() throws IOException {
        NetworkInterface network = NetworkInterface.getByInetAddress(InetAddress.getByName(address()));
        if (network != null) {
            torch.set_env("NCCL_SOCKET_IFNAME", "=" + network.getName(), false);
        }
    }

    private void abandon() {
        Cards left = cards;
        if (left != null) {
            left.abandon();
        }
    }

    @Override
    public boolean recordable() {
        return cards != null;
    }

    @Override
    public Device home() {
        return home;
    }

    @Override
    public void sum(Tensor... tensors) {
        Cards used = cards;
        if (used != null && Arrays.stream(tensors).allMatch(used::hold)) {
            check();
            used.sum(tensors);
            return;
        }
        for (Tensor tensor : tensors) {
            onHost(tensor, true, host -> group.allreduce(new TensorVector(host)));
        }
    }

    @Override
    public void share(Tensor tensor) {
        Cards used = cards;
        if (used != null && used.hold(tensor)) {
            check();
            used.share(tensor);
            return;
        }
        onHost(tensor, rank() > 0, host -> group.broadcast(new TensorVector(host)));
    }

    @Override
    public void move(Tensor tensor, int from, int to) {
        if (from != to && rank() == from) {
            onHost(tensor, false, host -> group.send(new TensorVector(host), to, 0));
        } else if (from != to && rank() == to) {
            onHost(tensor, true, host -> group.recv(new TensorVector(host), from, 0));
        }
    }

    private interface Collective {
        Work start(Tensor host);
    }

    @Override
    public void check() {
        pulse.verdict().ifPresent(why -> {
            throw new RankLostException(why);
        });
    }

    private void onHost(Tensor tensor, boolean changed, Collective collective) {
        check();
        try (Scope scope = Scope.open()) {
            boolean direct = !tensor.is_cuda() && tensor.is_contiguous();
            Tensor host = direct ? tensor : tensor.cpu().contiguous();
            try {
                collective.start(host)._wait();
            } catch (RuntimeException broken) {
                failed = true;
                RankLostException lost = new RankLostException(pulse.blame());
                lost.addSuppressed(broken);
                throw lost;
            }
            if (changed && !direct) {
                tensor.copy_(host);
            }
        }
    }

    /** The store goes with rank 0, and others may still look at it. */
    private void farewell() {
        try {
            long gone = board.count(BYE, rank() > 0 ? 1 : 0);
            long until = System.nanoTime() + FAREWELL.toNanos();
            while (rank() == 0 && gone < size() - 1 && System.nanoTime() < until) {
                pause();
                gone = board.count(BYE, 0);
            }
        } catch (RuntimeException storeGone) {
            // The others left in another way.
        }
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RankLostException("interrupted while it waited for other ranks");
        }
    }

    @Override
    public void fail(String reason) {
        if (!closed) {
            failed = true;
            pulse.fail(reason);
        }
    }

    /** What connects the cards goes with the process: graphs that were recorded with it may still be there. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        pulse.close();
        if (!failed) {
            farewell();
        }
        group.close();
        board.close();
    }
}
