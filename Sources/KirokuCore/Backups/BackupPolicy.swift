import FoundationEssentials

/// How often backups are made, and how many are kept.
public struct BackupPolicy: Sendable, Hashable {
    /// What ``interval`` can be, in seconds: up to 366 days.
    public static let intervals = 0.0...31_622_400.0

    /// What ``count`` can be.
    public static let counts = 1...1_000

    /// Every hour at the most, ten kept, unless somebody chose otherwise.
    public static let usual = BackupPolicy()

    /// How old the last backup must be, in seconds, for the next change to be followed by one.
    ///
    /// 0 for one after every change, which is the safest; one or two backups a day are calm.
    public let interval: Double
    /// How many backups are kept; the oldest beyond these are removed.
    public let count: Int

    /// A policy within ``intervals`` and ``counts``.
    ///
    /// - Throws: ``BackupPolicyError`` for other numbers, so that the policy there was stays.
    public init(interval: Double, count: Int) throws(BackupPolicyError) {
        guard Self.intervals.contains(interval) else { throw .intervalOutOfRange }
        guard Self.counts.contains(count) else { throw .countOutOfRange }
        self.interval = interval
        self.count = count
    }

    private init() {
        interval = 3_600
        count = 10
    }

    /// When the next backup may be made, in view of the last one; `nil` for at once.
    ///
    /// A last backup from the future says only that the clock was moved, so it does not count.
    func nextBackup(after last: Date?, now: Date) -> Date? {
        guard let last, last <= now, last + interval > now else { return nil }
        return last + interval
    }
}

/// Numbers that are no policy.
public enum BackupPolicyError: Error, Sendable, Hashable {
    /// Below 0, above 366 days, or not a number at all.
    case intervalOutOfRange
    /// Below 1 or above 1,000.
    case countOutOfRange
}
