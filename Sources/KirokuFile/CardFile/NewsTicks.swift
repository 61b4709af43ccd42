/// Reports when others may have written to a document.
struct NewsTicks {
    /// Ticks when others may have written; ends with ``end()``.
    let stream: AsyncStream<Void>
    private let tick: AsyncStream<Void>.Continuation
    private var watch: FileWatch?
    /// Whether the system reports all that others write.
    private(set) var reportsAll = false

    init() {
        (stream, tick) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Starts watching a file, instead of an earlier one.
    ///
    /// - Parameter wasRead: whether the file was read before, so that writes by others since then must be noticed, too.
    mutating func begin(_ file: String, wasRead: Bool) {
        if wasRead, watch == nil { tick.yield() }
        do throws(SystemError) {
            watch = try FileWatch(file) { [tick] in tick.yield() }
            reportsAll = FileWatch.reportsAll(of: file)
        } catch {
            reportsAll = false
            Reports.error("KRK_ST_FW", "\(data: file) is not watched: \(error)")
        }
    }

    /// Stops watching.
    mutating func end() {
        watch = nil
        tick.finish()
    }
}
