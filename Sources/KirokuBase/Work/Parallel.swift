import Dispatch
import Glibc

/// Splits work among the processors.
package enum Parallel {
    package static let processorCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// Splits `count` items into one even part per processor, none smaller than `atLeast`; into one part if there are
    /// few.
    package static func parts(of count: Int, atLeast: Int) -> [Range<Int>] {
        let parts = max(1, min(processorCount, count / max(atLeast, 1)))
        return (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
    }

    /// The results of `work` for each item, in the order of the items.
    ///
    /// Cancelling the current task cancels the work.
    package static func map<Item: Sendable, Result: Sendable>(
        _ items: [Item], _ work: @escaping @Sendable (Item) -> Result
    ) async -> [Result] {
        guard items.count > 1 else { return items.map(work) }
        return await withTaskGroup(of: (Int, Result).self) { group in
            for (index, item) in items.enumerated() {
                group.addTask { (index, work(item)) }
            }
            var results: [(Int, Result)] = []
            for await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// The results of long `work` on a separate thread for each item, which leaves the shared threads of tasks to
    /// others.
    ///
    /// Cancelling the current task sets the flag that the work receives.
    package static func mapOnThreads<Item: Sendable, Result: Sendable>(
        _ items: [Item], _ work: @escaping @Sendable (Item, StopFlag) -> Result
    ) async -> [Result] {
        let stop = StopFlag()
        return await withTaskCancellationHandler {
            await withTaskGroup(of: (Int, Result).self) { group in
                for (index, item) in items.enumerated() {
                    group.addTask {
                        // A serial queue has its own thread while it works.
                        let thread = DispatchQueue(label: "kiroku.long-work", qos: .userInitiated)
                        return (index, await BlockingIO.run(on: thread) { work(item, stop) })
                    }
                }
                var results: [(Int, Result)] = []
                for await result in group { results.append(result) }
                return results.sorted { $0.0 < $1.0 }.map(\.1)
            }
        } onCancel: {
            stop.set()
        }
    }

    /// The results of `work` that may wait for a disk or a network (see ``BlockingIO``); cancellation does not reach
    /// it.
    package static func mapPatiently<Item: Sendable, Result: Sendable>(
        _ items: [Item], _ work: @escaping @Sendable (Item) -> Result
    ) async -> [Result] {
        await withTaskGroup(of: (Int, Result).self) { group in
            for (index, item) in items.enumerated() {
                group.addTask { (index, await BlockingIO.run { work(item) }) }
            }
            var results: [(Int, Result)] = []
            for await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
