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
        let moment = String(LocalTime(time).timeText.prefix(5))
        return localized(
            "{what} by {who}, {time}", ["what": parts.joined(separator: ", "), "who": who, "time": moment])
    }

    private var who: String {
        guard let author else { return localized("another program") }
        if author.person == CommitAuthor.current.person || author.person.isEmpty { return author.program }
        return localized("{person} with {program}", ["person": author.person, "program": author.program])
    }
}
