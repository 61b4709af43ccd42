import Glibc

/// Measures pieces of work, several runs each, and prints the milliseconds of each run.
struct Stopwatch: Sendable {
    /// Work that takes less than this is run again until it has taken ten times as long in all.
    private static let shortRun = 10.0

    /// How often a piece of work is run at least.
    var runs: Int
    /// The one piece of work that is measured; `nil` for all of them.
    var only: String?

    /// Measures work whose result is thrown away.
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

    /// Measures work that waits for other work.
    ///
    /// - Parameter prepare: is done before each run and not measured.
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

/// What one piece of work took, run by run.
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

/// Prints a line for the program that puts the figures together, at once: it keeps those that come before a failure.
func printFigures(_ work: String, _ figures: [Double]) {
    print(work + "\t" + figures.map { "\($0)" }.joined(separator: " "))
    fflush(nil)
}
