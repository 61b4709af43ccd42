import FoundationEssentials
import KirokuCore

/// The state of a document, in words for the user.
@MainActor
public enum StatusText {
    /// "1,234 records · Saved", or "Loading…" until the number of records is known.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - sharing: the state of its sharing; `nil` if it is not shared.
    public static func subtitle(of document: Document, _ sharing: SyncStatus? = nil) -> String {
        if document.isLoading { return localized("Loading…") }
        let records = localized("{count} record", "{count} records", count: document.table.count)
        guard let sharing, document.saveState == .saved else { return records + " · " + text(of: document.saveState) }
        let notice = sharing.connection == .online ? sharing.notice?.shortText.map { [$0] } ?? [] : []
        let parts = [records, text(of: sharing)] + notice + conflicts(document.conflicts.count)
        return parts.joined(separator: " · ")
    }

    /// "Saved for all", "3 to send", "Offline since 9:40, 12 to send", or what is known without the server.
    static func text(of sharing: SyncStatus) -> String {
        let waiting = localized("{count} to send", "{count} to send", count: sharing.waiting)
        switch sharing.connection {
        case .unknown: return sharing.waiting == 0 ? localized("Saved") : waiting
        case .online: return sharing.waiting == 0 ? localized("Saved for all") : waiting
        case .offline(let since, _):
            let time = ["time": since.shortTime]
            guard sharing.waiting > 0 else { return localized("Offline since {time}", time) }
            return localized(
                "Offline since {time}, {count} to send", "Offline since {time}, {count} to send",
                count: sharing.waiting,
                time)
        }
    }

    private static func conflicts(_ count: Int) -> [String] {
        count == 0 ? [] : [localized("{count} conflict", "{count} conflicts", count: count)]
    }

    /// Why the server cannot be reached, or how long ago the last edit was saved; `nil` if there is nothing to say.
    public static func details(of document: Document, _ sharing: SyncStatus?) -> String? {
        if case .offline(_, let reason) = sharing?.connection { return reason }
        if let notice = sharing?.notice { return notice.text }
        guard sharing?.isPolled ?? false else { return age(of: document) }
        return localizedSentences([age(of: document).map { $0 + "." }, polling].compactMap(\.self))
    }

    /// How a table of another program is kept in sync.
    public static var polling: String {
        localized(
            "This is a copy of a table from another program. Changes made there appear within seconds, or minutes if the table is large."
        )
    }

    /// "Saved 2 seconds ago": how long ago the last edit was saved; `nil` if there was no edit, or it is not saved yet.
    public static func age(of document: Document) -> String? {
        guard let savedAt = document.savedAt, document.saveState == .saved else { return nil }
        return age(of: savedAt, now: AppClock.shared.now)
    }

    static func age(of saved: Date, now: Date) -> String {
        let seconds = now.timeIntervalSince(saved)
        guard seconds >= 1 else { return localized("Saved just now") }
        guard seconds < 86_400 else {
            return localized("Saved on {date}", ["date": LocalTime(saved).localizedDate])
        }
        let whole = Int(seconds)
        if whole < 60 {
            return localized("Saved {count} second ago", "Saved {count} seconds ago", count: whole)
        }
        if whole < 3_600 {
            return localized("Saved {count} minute ago", "Saved {count} minutes ago", count: whole / 60)
        }
        return localized("Saved {count} hour ago", "Saved {count} hours ago", count: whole / 3_600)
    }

    /// "3 to fix": the number of cells to fix.
    public static func toFix(_ count: Int) -> String {
        localized("{count} to fix", "{count} to fix", count: count)
    }

    /// "Found 6 of 1,000,000 records".
    public static func found(_ count: Int, of total: Int) -> String {
        localized(
            "Found {found} of {count} record", "Found {found} of {count} records", count: total,
            ["found": localizedNumber(count)])
    }

    /// "Found 6 of 1,000,000; 7 records are shown", if other records are shown than those found.
    public static func found(_ count: Int, of total: Int, shown: Int) -> String {
        guard shown != count else { return found(count, of: total) }
        return localized(
            "Found {found} of {total}; {count} record is shown", "Found {found} of {total}; {count} records are shown",
            count: shown, ["found": localizedNumber(count), "total": localizedNumber(total)])
    }

    /// "6 of 1,000,000", or "6 of 1,000,000 · 7 shown" if other records are shown than those found.
    public static func foundBriefly(_ count: Int, of total: Int, shown: Int) -> String {
        let numbers = ["found": localizedNumber(count), "total": localizedNumber(total)]
        guard shown != count else { return localized("{found} of {total}", numbers) }
        return localized(
            "{found} of {total} · {count} shown", "{found} of {total} · {count} shown", count: shown, numbers)
    }

    /// "Replace 12 Texts in 9 Records".
    public static func replace(_ plan: ReplacementPlan) -> String {
        if plan.change == nil { return localized("Nothing to Replace") }
        if plan.recordCount == 1 {
            return localized(
                "Replace {count} Text in 1 Record", "Replace {count} Texts in 1 Record", count: plan.textCount)
        }
        return localized(
            "Replace {count} Text in {records} Records", "Replace {count} Texts in {records} Records",
            count: plan.textCount, ["records": localizedNumber(plan.recordCount)])
    }

    /// "Replaced 12 texts. Undo brings them back."
    public static func replaced(_ plan: ReplacementPlan) -> String {
        localized(
            "Replaced {count} text. You can undo this.", "Replaced {count} texts. You can undo this.",
            count: plan.textCount)
    }

    /// "Saved", "Saving…", "Read-only" or "Not saved".
    public static func text(of state: SaveState) -> String {
        switch state {
        case .saved: localized("Saved")
        case .saving: localized("Saving…")
        case .readOnly: localized("Read-only")
        case .failed: localized("Not saved")
        }
    }
}
