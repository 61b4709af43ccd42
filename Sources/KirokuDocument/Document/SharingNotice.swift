import FoundationEssentials

/// Why a shared document may miss changes by others although its server is reachable, or another notice about sharing.
public struct SharingNotice: Sendable, Hashable {
    /// What the notice is about.
    public enum Cause: Sendable, Hashable {
        /// The table's triggers, which record changes, are missing; with the statements that create them.
        case triggersMissing(sql: String)
        /// The triggers are switched off; with the statement that switches them on.
        case triggersOff(sql: String)
        /// The document has only a part of the table, and a field that defines the part is gone.
        case partUnknown
        /// The table exceeds a limit of Kiroku; a sentence says which.
        case notReceived(reason: String)
        /// This many records are too long to be kept here, and are left out.
        case tooLong(count: Int)
        /// Another file on this machine is a copy of this one, and both are kept in sync.
        case isCopy
    }

    /// What the notice is about.
    public let cause: Cause
    /// When the document was last compared with the table.
    public let compared: Date?

    /// A notice with its cause.
    public init(_ cause: Cause, compared: Date?) {
        (self.cause, self.compared) = (cause, compared)
    }

    /// The notice in short: "Compared at 9:40"; `nil` if it is shown only once.
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

    /// The notice in full: what it is about, and what can be done.
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
