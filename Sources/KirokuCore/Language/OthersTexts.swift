import FoundationEssentials

extension OthersChanges {
    /// What happened, for the user: "3 records changed by Ann Lee with kiroku import, 10:32"; `nil` if nothing that
    /// records or fields show.
    public var text: String? {
        var parts: [String] = []
        if !records.isEmpty {
            parts.append(localized("{count} record changed", "{count} records changed", count: records.count))
        }
        if deletedCount > 0 {
            parts.append(localized("{count} record deleted", "{count} records deleted", count: deletedCount))
        }
        if parts.isEmpty, hasFields { parts.append(localized("Fields changed")) }
        guard !parts.isEmpty else { return nil }
        return localized(
            "{what} by {who}, {time}",
            ["what": parts.joined(separator: ", "), "who": CommitAuthor.name(of: author), "time": time.shortTime])
    }
}

extension Date {
    /// The time of day for a message: "10:32".
    package var shortTime: String { String(LocalTime(self).timeText.prefix(5)) }
}

extension CommitAuthor {
    /// What the user knows somebody by who may not have said who it is.
    static func name(of author: CommitAuthor?) -> String {
        guard let author else { return localized("another program") }
        if author.person == CommitAuthor.current.person || author.person.isEmpty { return author.program }
        return localized("{person} with {program}", ["person": author.person, "program": author.program])
    }
}
