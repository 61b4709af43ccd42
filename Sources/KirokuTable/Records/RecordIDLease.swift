import Glibc
import Synchronization

/// Leases a desk, the number in the identities of new records, for this process as long as it runs.
///
/// A folder that all processes of an installation share has a file for each number. The process that locks the file has
/// the number. The file contains the time up to which identities may have been taken for it, so that a later process
/// never creates one of them again, even if the clock was set back.
final class RecordIDLease: Sendable {
    let desk: Int
    /// Identities may be taken for this time and later ones.
    let firstTick: Int64

    private let file: FileDescriptor
    private let reserved: Mutex<Int64>

    /// How much time is reserved at once, so that the file is rarely written: ten minutes.
    private static let reservation: Int64 = 60_000
    /// How many files are tried before the number is chosen at random.
    private static let attempts = 64

    /// - Parameters:
    ///   - folder: created if it is missing.
    ///   - now: the time of the clock.
    /// - Returns: `nil` if no number is available: the folder cannot be written to, or the file system does not support
    ///   locks.
    init?(in folder: String, now: Int64) {
        guard (try? Folder.makeAll(to: folder)) != nil else { return nil }
        // Numbers that were used before come first, so that there are no more files than simultaneous processes.
        let known = ((try? Folder.entries(of: folder, atMost: 4_096)) ?? []).compactMap { Int($0.name) }
        let new = (0..<Self.attempts).map { _ in Int.random(in: RecordIDSource.desks) }
        for desk in known.filter(RecordIDSource.desks.contains).shuffled().prefix(Self.attempts) + new {
            guard let file = try? FileDescriptor(opening: "\(folder)/\(desk)", O_RDWR | O_CREAT, permissions: 0o600)
            else { return nil }
            switch file.lock() {
            case .isHeld: continue
            case .isUnavailable: return nil
            case .isOurs: break
            }
            let last = Self.read(file)
            // A number that is ahead of the clock is skipped.
            guard last <= now else { continue }
            self.desk = desk
            firstTick = max(last + 1, now)
            self.file = file
            reserved = Mutex(last)
            reserve(firstTick)
            return
        }
        return nil
    }

    /// Whether a running process has the number.
    static func isHeld(_ desk: Int, in folder: String) -> Bool {
        guard let file = try? FileDescriptor(opening: "\(folder)/\(desk)", O_RDWR, permissions: 0o600) else {
            return false
        }
        return if case .isHeld = file.lock() { true } else { false }
    }

    /// Ensures that no other process ever takes identities for this time or an earlier one.
    func reserve(_ tick: Int64) {
        reserved.withLock { reserved in
            guard tick >= reserved else { return }
            reserved = tick + Self.reservation
            do throws(SystemError) {
                try file.write(Array("\(reserved)\n".utf8), at: 0)
            } catch {
                Reports.error("KRK_RC_DL", "a desk cannot be kept: \(error)")
            }
        }
    }

    private static func read(_ file: borrowing FileDescriptor) -> Int64 {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = (try? bytes.withUnsafeMutableBufferPointer { try file.read(into: $0, at: 0) }) ?? 0
        return Int64(String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) ?? 0
    }
}
