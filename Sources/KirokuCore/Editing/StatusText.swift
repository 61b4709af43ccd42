/// How a document stands, in words for the user.
@MainActor
public enum StatusText {
    /// "1,234 records · Saved".
    public static func subtitle(of document: Document) -> String {
        let records = localized("{count} record", "{count} records", count: document.table.count)
        return records + " · " + text(of: document.saveState)
    }

    /// "3 to fix": so many cells hold text that does not fit.
    public static func toFix(_ count: Int) -> String {
        localized("{count} to fix", "{count} to fix", count: count)
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
