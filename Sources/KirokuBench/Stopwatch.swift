import Glibc

/// Measures pieces of work, each in several runs, and prints the milliseconds of each run.
struct Stopwatch: Sendable {
    /// In milliseconds; shorter work is repeated until it has taken ten times as long in all.
    private static let shortRun = 10.0

    /// The minimum number of runs of a piece of work.
    var runs: Int
    /// The only piece of work to measure; `nil` for all.
    var only: String?

    /// Measures work, and discards its result.
    func measure<Result>(_ work: String, _ body: () throws -> Result) rethrows {
        guard only == nil || only == work else { return }
        var figures = Figures(of: work, runs: runs, shortRun: Self.shortRun)
        while figures.areWanted {
            let clock = ContinuousClock()
            let start = clock.now
            let result = try body()
            figures.add(clock.now - start)
            _ = consume result
        }
        figures.print()
    }

    /// Measures asynchronous work.
    ///
    /// - Parameter prepare: called before each run, outside the measurement.
    func measure<Result>(
        _ work: String, prepare: () async throws -> Void = {}, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows {
        guard only == nil || only == work else { return }
        var figures = Figures(of: work, runs: runs, shortRun: Self.shortRun)
        while figures.areWanted {
            try await prepare()
            let clock = ContinuousClock()
            let start = clock.now
            let result = try await body()
            figures.add(clock.now - start)
            _ = consume result
        }
        figures.print()
    }
}

/// The milliseconds of each run of a piece of work.
private struct Figures {
    private let work: String
    private let runs: Int
    private let shortRun: Double
    private var milliseconds: [Double] = []

    init(of work: String, runs: Int, shortRun: Double) {
        self.work = work
        self.runs = runs
        self.shortRun = shortRun
    }

    var areWanted: Bool {
        guard milliseconds.count >= runs, let shortest = milliseconds.min() else { return true }
        return shortest < shortRun && milliseconds.reduce(0, +) < shortRun * 10
    }

    mutating func add(_ duration: Duration) {
        milliseconds.append(duration / .milliseconds(1))
    }

    func print() {
        printFigures(work, milliseconds)
    }
}

/// Prints a line at once for the program that collects the figures, which keeps those that precede a failure.
func printFigures(_ work: String, _ figures: [Double]) {
    print(work + "\t" + figures.map { "\($0)" }.joined(separator: " "))
    fflush(nil)
}
