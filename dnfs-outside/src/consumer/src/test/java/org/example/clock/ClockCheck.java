package org.example.clock;

import io.github.dnfs4j.testkit.TargetConformance;

/** Holds the closed form of the clock model against its log density. A test of any framework would be one such line. */
public final class ClockCheck {
    private ClockCheck() {}

    public static void main(String[] args) {
        TargetConformance.check(new Clock(3, 0.6), 1);
        System.out.println("the clock conforms");
    }
}
