import GtkKit
import KirokuCore

/// A button that resolves a conflict, in the bar and in the list of all of them.
@MainActor
public struct ConflictChoice {
    /// The caption of the button, with its mnemonic.
    public let caption: String
    /// The tooltip, which describes what it does.
    public let tooltip: String
    /// The decision; `nil` for a button that only copies.
    private let decision: ConflictDecision?

    /// The buttons for a conflict, in their order.
    ///
    /// - Parameters:
    ///   - target: the field that can take a text whose field is gone.
    ///   - isReadOnly: whether nothing can be resolved.
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
                        "Long texts and choices are joined; otherwise your value goes into a copy of the record"),
                    decision: .both))
        }
        if !isReadOnly, let target, conflict.canBe(.into(target.id)) {
            choices.insert(
                ConflictChoice(
                    caption: localized("_Put into “{field}”", ["field": ShownText.short(target.name)]),
                    tooltip: localized("Put your text into the cell under the cursor"),
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
                    localized("Rest_ore"),
                    localized("Restore the record with what was entered here; Undo removes it again")
                )
            case .recordChanged: (localized("_Delete It"), localized("Delete the record anyway"))
            case .fieldChanged where conflict.own == .empty:
                (localized("_Remove It"), localized("Remove the field anyway; Undo restores it"))
            case .fieldChanged:
                (localized("Keep _Mine"), localized("Change the field to your version; Undo restores theirs"))
            default: (localized("Keep _Mine"), localized("Put your value into the cell; Undo restores theirs"))
            }
        return [ConflictChoice(caption: caption, tooltip: tooltip, decision: .mine)]
    }

    private static func theirs(_ conflict: EditConflict) -> ConflictChoice {
        let (caption, tooltip) =
            switch conflict.reason {
            case .cellChanged: (localized("Keep T_heirs"), localized("Leave the cell unchanged"))
            case .recordChanged: (localized("Keep I_t"), localized("Leave the record unchanged"))
            case .fieldChanged where !conflict.canBe(.mine):
                (localized("_Discard"), localized("Leave the fields unchanged"))
            case .fieldChanged where conflict.own == .empty:
                (localized("Keep I_t"), localized("Leave the field unchanged"))
            case .fieldChanged: (localized("Keep T_heirs"), localized("Leave the field unchanged"))
            default: (localized("_Discard"), localized("Discard what was entered here; Undo restores it"))
            }
        return ConflictChoice(caption: caption, tooltip: tooltip, decision: .theirs)
    }

    /// Resolves the conflicts, or copies the value entered here.
    ///
    /// - Parameter done: called with the message about the result.
    public func resolve(
        _ conflicts: [EditConflict], in model: any TableModel, done: @escaping @MainActor (Message?) -> Void
    ) {
        guard let decision else {
            let text = Array(conflicts.compactMap(\.ownText).joined(separator: "\n").utf8)
            Clipboard.offer(targets: Clipboard.plainTextTargets) { _ in text }
            return done(Message(localized("The text is on the clipboard."), .ok, passes: true))
        }
        model.resolve(conflicts, as: decision, done: done)
    }
}

extension TableModel {
    /// Resolves conflicts; in the background, if a field gets another type.
    ///
    /// - Parameter done: called with the message about the result.
    public func resolve(
        _ conflicts: [EditConflict], as decision: ConflictDecision, done: @escaping @MainActor (Message?) -> Void
    ) {
        guard conflicts.contains(where: { $0.isConverting(by: decision) }) else {
            return done(resolved(conflicts, as: decision, []))
        }
        Task {
            while true {
                let (table, revision) = (table, revision)
                let converted = await EditConflict.conversions(for: conflicts, as: decision, in: table)
                if revision == self.revision { return done(resolved(conflicts, as: decision, converted)) }
            }
        }
    }

    private func resolved(
        _ conflicts: [EditConflict], as decision: ConflictDecision, _ converted: [TypeConversion]
    ) -> Message? {
        do throws(EditError) {
            try resolve(conflicts, as: decision, with: converted)
            return nil
        } catch {
            return Message(error.message, .error)
        }
    }
}
