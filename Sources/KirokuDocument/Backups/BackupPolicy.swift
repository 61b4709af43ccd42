import FoundationEssentials

/// How often backups are made, and how many are kept.
public struct BackupPolicy: Sendable, Hashable {
    /// The range of ``interval``, in seconds: up to 366 days.
    public static let intervals = 0.0...31_622_400.0

    /// The range of ``count``.
    public static let counts = 1...1_000

    /// The policy unless the user chooses another: at most one backup an hour, ten kept.
    public static let usual = BackupPolicy()

    /// The least time between two backups, in seconds.
    ///
    /// 0 makes a backup after every change.
    public let interval: Double
    /// How many backups are kept; older ones are removed.
    public let count: Int

    /// A policy within ``intervals`` and ``counts``.
    ///
    /// - Throws: ``BackupPolicyError`` if a number is out of range.
    public init(interval: Double, count: Int) throws(BackupPolicyError) {
        guard Self.intervals.contains(interval) else {
            throw Reports.refused("KRK_BU_PL", .intervalOutOfRange)
        }
        guard Self.counts.contains(count) else {
            throw Reports.refused("KRK_BU_PL", .countOutOfRange)
        }
        self.interval = interval
        self.count = count
    }

    private init() {
        interval = 3_600
        count = 10
    }

    /// When the next backup may be made, given the time of the last one; `nil` for at once.
    ///
    /// A last backup in the future does not count: the clock was set back.
    package func nextBackup(after last: Date?, now: Date) -> Date? {
        guard let last, last <= now, last + interval > now else { return nil }
        return last + interval
    }
}

/// Why a backup policy is invalid.
public enum BackupPolicyError: Error, Sendable, Hashable {
    /// Below 0, above 366 days, or NaN.
    case intervalOutOfRange
    /// Below 1 or above 1,000.
    case countOutOfRange
}
