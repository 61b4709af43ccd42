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
        /// Another file on this machine is a copy of this one, and both are kept in step.
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
            return localized("1 record left out", "{count} records left out", count: count)
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
                    "Triggers of the table are gone, so what others change is only found by comparing all of it, last at {time}.",
                    time), localized("The owner of the table can make them again: {sql}", ["sql": sql]),
            ])
        case .triggersOff(let sql):
            return localizedSentences([
                localized(
                    "Triggers of the table are switched off, so what others change is only found by comparing all of it, last at {time}.",
                    time), localized("The owner of the table can switch them on: {sql}", ["sql": sql]),
            ])
        case .notReceived(let reason):
            return localizedSentences([
                localized("What you edit is sent, but what others change cannot be received."), reason,
            ])
        case .tooLong(let count):
            return localized(
                "1 record on the server is so long that it is left out here. It stays on the server as it is.",
                "{count} records on the server are so long that they are left out here. They stay on the server as they are.",
                count: count)
        case .isCopy:
            return localized(
                "Another file on this computer is a copy of this document. Both are kept in sync, as two copies that the server knows separately."
            )
        case .partUnknown:
            return localized(
                "A field is gone that says which part of the table is kept here. The records that are here stay in sync, and no others come; open the table from the server again for another part."
            )
        }
    }
}
