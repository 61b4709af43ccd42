import GtkKit
import KirokuCore

/// A button that decides what becomes of an edit that was left out, in the bar and in the list of all of them.
@MainActor
public struct ConflictChoice {
    /// What stands on the button, with its letter for Alt.
    public let caption: String
    /// What it does.
    public let tooltip: String
    /// The decision; `nil` for a button that only copies.
    private let decision: ConflictDecision?

    /// The buttons for an edit, in their order.
    ///
    /// - Parameters:
    ///   - target: the field into which a text can be put that has no place any more.
    ///   - isReadOnly: whether nothing can be decided.
    public static func all(
        for conflict: EditConflict, target: FieldDefinition?, isReadOnly: Bool
    ) -> [ConflictChoice] {
        var choices: [ConflictChoice] = []
        if !isReadOnly { choices += mine(conflict) + [theirs(conflict)] }
        if !isReadOnly, conflict.canBe(.both) {
            choices.append(
                ConflictChoice(
                    caption: localized("Keep _Both"),
                    tooltip: localized(
                        "Long text and choices are joined; otherwise a copy of the record gets your value"),
                    decision: .both))
        }
        if !isReadOnly, let target, conflict.canBe(.into(target.id)) {
            choices.insert(
                ConflictChoice(
                    caption: localized("_Put into “{field}”", ["field": ShownText.short(target.name)]),
                    tooltip: localized("Put your text into the record's cell under the cursor"),
                    decision: .into(target.id)), at: 0)
        }
        if conflict.reason == .fieldGone || conflict.reason == .recordGone {
            choices.append(
                ConflictChoice(
                    caption: localized("_Copy"), tooltip: localized("Copy what was entered here"), decision: nil))
        }
        return choices
    }

    private static func mine(_ conflict: EditConflict) -> [ConflictChoice] {
        guard conflict.canBe(.mine) else { return [] }
        let (caption, tooltip) =
            switch conflict.reason {
            case .recordGone:
                (
                    localized("Bring _Back"),
                    localized("Put the record back with what was entered here; Undo takes it out again")
                )
            case .recordChanged: (localized("_Delete It"), localized("Delete the record after all"))
            case .fieldChanged where conflict.own == .empty:
                (localized("_Remove It"), localized("Remove the field after all; Undo brings it back"))
            case .fieldChanged:
                (localized("Keep _Mine"), localized("Make the field what you wanted; Undo brings theirs back"))
            default: (localized("Keep _Mine"), localized("Put your value into the cell; Undo brings theirs back"))
            }
        return [ConflictChoice(caption: caption, tooltip: tooltip, decision: .mine)]
    }

    private static func theirs(_ conflict: EditConflict) -> ConflictChoice {
        let (caption, tooltip) =
            switch conflict.reason {
            case .cellChanged: (localized("Take T_heirs"), localized("Leave the cell as it is now"))
            case .recordChanged: (localized("Keep I_t"), localized("Leave the record where it is"))
            case .fieldChanged where !conflict.canBe(.mine):
                (localized("Lea_ve"), localized("Leave the fields as they are"))
            case .fieldChanged where conflict.own == .empty:
                (localized("Keep I_t"), localized("Leave the field as it is now"))
            case .fieldChanged: (localized("Take T_heirs"), localized("Leave the field as it is now"))
            default: (localized("Lea_ve"), localized("Give up what was entered here; Undo brings it back"))
            }
        return ConflictChoice(caption: caption, tooltip: tooltip, decision: .theirs)
    }

    /// Decides, or copies.
    ///
    /// - Parameter done: called with what there is to say about it.
    public func take(
        for conflicts: [EditConflict], in model: any TableModel, done: @escaping @MainActor (Message?) -> Void
    ) {
        guard let decision else {
            let text = Array(conflicts.compactMap(\.ownText).joined(separator: "\n").utf8)
            Clipboard.offer(targets: Clipboard.plainTextTargets) { _ in text }
            return done(Message(localized("The text is on the clipboard."), .ok, passes: true))
        }
        model.decide(conflicts, as: decision, done: done)
    }
}

extension TableModel {
    /// Decides what becomes of edits that were left out; in the background, if a field gets another type by it.
    ///
    /// - Parameter done: called with what there is to say about it.
    public func decide(
        _ conflicts: [EditConflict], as decision: ConflictDecision, done: @escaping @MainActor (Message?) -> Void
    ) {
        guard conflicts.contains(where: { $0.isConverting(by: decision) }) else {
            return done(decided(conflicts, as: decision, []))
        }
        Task {
            while true {
                let (table, revision) = (table, revision)
                let converted = await EditConflict.conversions(for: conflicts, as: decision, in: table)
                if revision == self.revision { return done(decided(conflicts, as: decision, converted)) }
            }
        }
    }

    private func decided(
        _ conflicts: [EditConflict], as decision: ConflictDecision, _ converted: [TypeConversion]
    ) -> Message? {
        do throws(EditError) {
            try decide(conflicts, as: decision, with: converted)
            return nil
        } catch {
            return Message(error.message, .error)
        }
    }
}
