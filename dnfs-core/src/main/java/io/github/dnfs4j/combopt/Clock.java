package io.github.dnfs4j.combopt;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * Which seconds a limit of time is about. Those of the wall are what a user waits; those of the processor, of all threads
 * of this program together, are the same on a machine that others use as well.
 */
public enum Clock {
    WALL {
        @Override
        public long nanos() {
            return System.nanoTime();
        }
    },
    PROCESSOR {
        @Override
        public long nanos() {
            return OperatingSystem.BEAN.getProcessCpuTime();
        }
    };

    /** Loaded when it is asked for: few are. */
    private static final class OperatingSystem {
        private static final OperatingSystemMXBean BEAN =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    }

    /** Since some moment, the same for the whole life of the program. */
    public abstract long nanos();

    /** Since a moment of this clock. */
    public double secondsSince(long moment) {
        return (nanos() - moment) / 1e9;
    }
}
