import FoundationEssentials

/// One backup of a document, known by its name: `2015-05-20 20.24.50.kiroku`, or with ` 2` after the time for the
/// second one within that second.
public struct Backup: Sendable, Hashable, Comparable {
    /// Where it is; a document like any other.
    public let path: String
    /// When it was made.
    public let time: LocalTime
    /// The how-manieth it is within its second, from 1.
    let number: Int

    /// The place of a backup that may not be there yet.
    init(folder: String, time: LocalTime, number: Int) {
        path = folder + "/" + Self.name(time, number)
        self.time = time
        self.number = number
    }

    /// A backup by its file's name, or `nil` if that is no backup's.
    init?(folder: String, name: String) {
        let numbers = name.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
        guard (6...7).contains(numbers.count),
            let time = LocalTime(
                year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
                second: numbers[5])
        else { return nil }
        self.init(folder: folder, time: time, number: numbers.count == 7 ? numbers[6] : 1)
        // Whatever else has such numbers in it belongs to somebody else.
        guard Self.name(time, number) == name else { return nil }
    }

    /// Backups are ordered by when they were made.
    public static func < (one: Backup, other: Backup) -> Bool {
        (one.time.text, one.number) < (other.time.text, other.number)
    }

    private static func name(_ time: LocalTime, _ number: Int) -> String {
        time.nameText + (number == 1 ? "" : " \(number)") + FileKind.documentSuffix
    }
}
