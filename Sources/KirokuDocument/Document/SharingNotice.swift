import FoundationEssentials

/// Why a shared document may not hear of everything that others do, although its server is there, or what else is to be said.
public struct SharingNotice: Sendable, Hashable {
    /// What it is.
    public enum Cause: Sendable, Hashable {
        /// The table's triggers, which note what is changed, are not there; the statements that make them again.
        case triggersMissing(sql: String)
        /// They are switched off; the statement that switches them on.
        case triggersOff(sql: String)
        /// The document has only a part of the table, and a field that says which one is gone.
        case partUnknown
        /// There is more than is held here; a sentence says of what.
        case notReceived(reason: String)
        /// So many records are longer than is held here, and are left out.
        case tooLong(count: Int)
        /// Another file on this machine is a copy of this one, and both are kept in sync.
        case isCopy
    }

    /// What it is.
    public let cause: Cause
    /// When the document was compared with the table last.
    public let compared: Date?

    /// Something that is to be told.
    public init(_ cause: Cause, compared: Date?) {
        (self.cause, self.compared) = (cause, compared)
    }

    /// What it is, in short: "Compared at 9:40"; `nil` if it is to be said only once.
    public var shortText: String? {
        switch cause {
        case .partUnknown: return localized("Part unknown")
        case .notReceived: return localized("Not received")
        case .tooLong(let count):
            return localized("1 record not loaded", "{count} records not loaded", count: count)
        case .isCopy: return nil
        case .triggersMissing, .triggersOff:
            guard let compared else { return localized("Not compared yet") }
            return localized("Compared at {time}", ["time": compared.shortTime])
        }
    }

    /// What it is, and what can be done.
    public var text: String {
        let time = ["time": compared?.shortTime ?? "–"]
        switch cause {
        case .triggersMissing(let sql):
            return localizedSentences([
                localized(
                    "The table’s triggers are missing, so changes are only found by comparing the whole table, last at {time}.",
                    time), localized("The owner of the table can create them again: {sql}", ["sql": sql]),
            ])
        case .triggersOff(let sql):
            return localizedSentences([
                localized(
                    "The table’s triggers are switched off, so changes are only found by comparing the whole table, last at {time}.",
                    time), localized("The owner of the table can switch them on: {sql}", ["sql": sql]),
            ])
        case .notReceived(let reason):
            return localizedSentences([
                localized("Your edits are sent, but changes by others cannot be received."), reason,
            ])
        case .tooLong(let count):
            return localized(
                "1 record on the server is too long to load. It stays on the server unchanged.",
                "{count} records on the server are too long to load. They stay on the server unchanged.",
                count: count)
        case .isCopy:
            return localized(
                "Another file on this computer is a copy of this document. Both are kept in sync as separate copies."
            )
        case .partUnknown:
            return localized(
                "A field that selects the part of the table to keep here was removed. The records here stay in sync, but no others are added. To keep another part, open the table from the server again."
            )
        }
    }
}
