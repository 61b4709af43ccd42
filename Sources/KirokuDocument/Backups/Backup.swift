import FoundationEssentials

/// One backup of a document, identified by its name: `2015-05-20 20.24.50.kiroku`, or with ` 2` after the time if it is
/// the second backup in that second.
public struct Backup: Sendable, Hashable, Comparable {
    /// The backup's path; the file is a document like any other.
    public let path: String
    /// When the backup was made.
    public let time: LocalTime
    /// Its number among the backups of the same second, from 1.
    package let number: Int

    /// A backup that need not exist yet.
    package init(folder: String, time: LocalTime, number: Int) {
        path = folder + "/" + Self.name(time, number)
        self.time = time
        self.number = number
    }

    /// A backup by the name of its file; `nil` if the name is not that of a backup.
    package init?(folder: String, name: String) {
        let numbers = name.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
        guard (6...7).contains(numbers.count),
            let time = LocalTime(
                year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
                second: numbers[5])
        else { return nil }
        self.init(folder: folder, time: time, number: numbers.count == 7 ? numbers[6] : 1)
        // Other files can have such numbers in their names, too.
        guard Self.name(time, number) == name else { return nil }
    }

    /// Orders backups by the time when they were made.
    public static func < (one: Backup, other: Backup) -> Bool {
        (one.time.text, one.number) < (other.time.text, other.number)
    }

    private static func name(_ time: LocalTime, _ number: Int) -> String {
        time.nameText + (number == 1 ? "" : " \(number)") + FileKind.documentSuffix
    }
}
