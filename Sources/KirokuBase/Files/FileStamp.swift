import FoundationEssentials
import Glibc

/// The system's data about the last write to a file, which any write changes.
package struct FileStamp: Equatable {
    private let seconds: Int
    private let nanoseconds: Int
    private let size: Int64

    /// The stamp of the file at this path; `nil` if there is none.
    package init?(_ path: String) {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        (seconds, nanoseconds) = (info.st_mtim.tv_sec, info.st_mtim.tv_nsec)
        size = Int64(info.st_size)
    }

    /// The stamp as text, to be kept and compared with later.
    package var text: String { "\(size) \(seconds) \(nanoseconds)" }

    /// When that was.
    package var time: Date { Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9) }

    /// Waits until a later write to the file will have another stamp.
    ///
    /// The system's clock for them advances in steps of some milliseconds. Gives up if a file is written constantly.
    package static func waitForOthers(_ path: String) {
        for _ in 0..<3 {
            guard let stamp = FileStamp(path), let rest = stamp.rest else { return }
            usleep(rest)
        }
    }

    /// How many microseconds are left until then.
    private var rest: UInt32? {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = (now.tv_sec - seconds) * 1_000_000 + (now.tv_nsec - nanoseconds) / 1_000
        return (0..<Self.step).contains(age) ? UInt32(Self.step - age) : nil
    }

    /// In microseconds; twice the longest step, which is that of 100 ticks a second.
    private static let step = 20_000
}
