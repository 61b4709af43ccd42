import FoundationEssentials

extension OthersChanges {
    /// What happened, for the user: "3 records changed by Ann Lee with kiroku import, 10:32"; `nil` if nothing has
    /// happened that records or fields show.
    public var text: String? {
        var parts: [String] = []
        if !added.isEmpty {
            parts.append(localized("{count} record added", "{count} records added", count: added.count))
        }
        if records.count > added.count {
            let count = records.count - added.count
            parts.append(localized("{count} record changed", "{count} records changed", count: count))
        }
        if deletedCount > 0 {
            parts.append(localized("{count} record deleted", "{count} records deleted", count: deletedCount))
        }
        if parts.isEmpty, hasFields { parts.append(localized("Fields changed")) }
        let what = parts.joined(separator: localized(", "))
        let causes = causes
        let who = CommitAuthor.name(of: author)
        guard !causes.isEmpty else {
            guard !parts.isEmpty else { return nil }
            return localized("{what} by {who}, {time}", ["what": what, "who": who, "time": time.shortTime])
        }
        let done = parts.isEmpty ? [] : [localized("{what} by {who}", ["what": what, "who": who])]
        return localized(
            "{what}, {time}", ["what": (done + causes).joined(separator: " · "), "time": time.shortTime])
    }

    /// Changes without an author.
    private var causes: [String] {
        var causes: [String] = []
        if outOfPartCount > 0 {
            causes.append(
                localized(
                    "{count} record no longer belongs to the part kept here",
                    "{count} records no longer belong to the part kept here", count: outOfPartCount))
        }
        if hiddenCount > 0 {
            causes.append(
                localized(
                    "{count} record is no longer visible to you", "{count} records are no longer visible to you",
                    count: hiddenCount))
        }
        if tooLongCount > 0 {
            causes.append(
                localized(
                    "{count} record has become too long to load",
                    "{count} records have become too long to load", count: tooLongCount))
        }
        return causes
    }
}

extension Date {
    /// The time of day for a message: "10:32".
    package var shortTime: String { String(LocalTime(self).timeText.prefix(5)) }
}

extension CommitAuthor {
    /// The program's name for the user, or the cause of a change without an author.
    public var shownProgram: String {
        switch self {
        case .outOfPart: localized("outside the part kept here")
        case .hidden: localized("no longer visible to you")
        case .tooLong: localized("too long to load")
        default: program
        }
    }

    /// The name of an author for the user; the author may be unknown.
    package static func name(of author: CommitAuthor?) -> String {
        guard let author else { return localized("another program") }
        if author.person == CommitAuthor.current.person || author.person.isEmpty { return author.shownProgram }
        return localized("{person} with {program}", ["person": author.person, "program": author.program])
    }
}
