package io.github.dnfs4j.cli;

/** Small files that are read as they are. */
final class Corpus {
    static final String EXPERIMENT = """
            title: t
            what: w
            seeds: [1, 2]
            settings: {train: {batch: 4}}
            runs: [{name: a, method: dnfs, settings: {network: {kind: letf}}}, {name: b}]
            budgets: {quick: {train: {steps: 1}}}
            report: [ess.exact]
            figures: [{name: f, title: t, axis: y, keys: [loss], runs: [a], log: true}]
            compare: {samplers: [gibbs], timeSteps: 2, samples: {quick: 9}}
            expect: {quick: {minutes: 1, needs: m}}
            """;

    static final String GRAPHS = """
            title: t
            what: w
            problem: mis
            methods: [greedy]
            budgets: {quick: {sets: ["er:6-8"], count: 1, samples: 1, timeSteps: 1}}
            """;

    private Corpus() {}
}
