import GtkKit
import KirokuCore
import KirokuPresentation

/// The commands of keys while no cell is being edited; keys that fill in values also work during an edit.
@MainActor
struct GridKeys {
    let rows: GridRows
    let current: GridCursor
    let pageSize: Int

    /// The command of a key; `nil` if the key has no meaning here.
    func command(for key: KeyEvent) -> GridCommand? {
        if rows.model.isLoading { return commandWhileLoading(for: key) }
        if key.key == .escape, key.modifiers.isEmpty { return .revert }
        return movement(for: key) ?? stepCommand(for: key) ?? fieldCommand(for: key) ?? selectionCommand(for: key)
            ?? cellCommand(for: key)
    }

    /// The command of a key while records are being loaded.
    ///
    /// Keys work only if they change nothing and do not depend on the missing records. Anything else would apply to an
    /// arbitrary part of the records, so it waits until all are there.
    private func commandWhileLoading(for key: KeyEvent) -> GridCommand? {
        movement(for: key) ?? (isForCells(key) ? .wait : nil)
    }

    private func movement(for key: KeyEvent) -> GridCommand? {
        let shift = key.modifiers.contains(.shift)
        if key.key == .tab, key.modifiers.contains(.control) { return .leave(forward: !shift) }
        return step(for: key).map { .move($0, extending: shift && key.key != .tab && key.key != .enter) }
    }

    /// The step that a key makes the cursor take.
    private func step(for key: KeyEvent) -> GridStep? {
        let control = key.modifiers.contains(.control)
        let shift = key.modifiers.contains(.shift)
        guard key.modifiers.isDisjoint(with: [.alt, .super]) else { return nil }
        return switch key.key {
        case .left: control ? .edge(.left) : .left
        case .right: control ? .edge(.right) : .right
        case .up: control ? .edge(.up) : .up
        case .down: control ? .edge(.down) : .down
        case .home: control ? .tableStart : .recordStart
        case .end: control ? .tableEnd : .recordEnd
        case .pageUp: control ? .up : .page(-pageSize)
        case .pageDown: control ? .down : .page(pageSize)
        case .tab: shift ? .previous : .next
        case .enter where !control: shift ? .previousRecord : .nextRecord
        default: nil
        }
    }

    /// Alt with Up and Down goes to another date or time; in an empty cell, Alt+Down opens the calendar.
    private func stepCommand(for key: KeyEvent) -> GridCommand? {
        guard let step = EntryStep(key), current.isOnCell else { return nil }
        let (field, value) = (rows.field(at: current.cell), rows.value(at: current.cell))
        let type = field.type
        if step == .small(-1), type.presenter.opensChooser(of: field, isEmpty: value == .empty) { return .showChooser }
        return EntryReader.typing(into: type).stepped(value, by: step).map { .set($0) }
    }

    /// Keys for the cursor's field: Alt with the arrows, as in spreadsheets; with Shift as well, they move the field or
    /// the selected records.
    private func fieldCommand(for key: KeyEvent) -> GridCommand? {
        guard key.modifiers.contains(.alt), key.modifiers.isDisjoint(with: [.control, .super]), current.field != nil
        else { return nil }
        let field = current.cell.column
        let moves = key.modifiers.contains(.shift)
        return switch key.key {
        case .down: moves ? .moveRecords(.down) : .showHeaderMenu(of: field)
        case .up where moves: .moveRecords(.up)
        case .pageDown where moves: .addRowLines(1)
        case .pageUp where moves: .addRowLines(-1)
        case .left: moves ? .field(.move(field, to: field - 1)) : .field(.widen(field, by: -1))
        case .right: moves ? .field(.move(field, to: field + 1)) : .field(.widen(field, by: 1))
        default: nil
        }
    }

    private func selectionCommand(for key: KeyEvent) -> GridCommand? {
        switch key.key {
        case .character("a") where key.modifiers == .control: .selectAll
        case .character("x") where key.modifiers == .control: .clipboard(.cut)
        case .character("c") where key.modifiers == .control: .clipboard(.copy)
        case .character("v") where key.modifiers == .control: .clipboard(.paste)
        case .space where key.modifiers == .control: .selectFields
        case .space where key.modifiers == .shift: .selectRecords
        case .character("L") where key.modifiers == [.control, .shift],
            .character("l") where key.modifiers == [.control, .shift]:
            current.field == nil ? nil : .showValues(of: current.cell.column)
        case .menu where key.modifiers.isEmpty: .showMenu
        case .function(10) where key.modifiers == .shift: .showMenu
        default: nil
        }
    }

    private func cellCommand(for key: KeyEvent) -> GridCommand? {
        if current.isOnAddRow { return addRowCommand(for: key) }
        guard current.isOnCell else { return nil }
        if key.key == .enter, key.modifiers == .control {
            return rows.field(at: current.cell).type.hasOptions ? .addChoices : .openAddresses
        }
        if key.modifiers.contains(.control) { return fillCommand(for: key) }
        return switch key.key {
        case .function(2) where key.modifiers.isEmpty: .edit(.asItIs)
        case .enter where key.modifiers == .alt: .showWhole
        case .delete where key.modifiers.isEmpty: .emptyCells
        case .backspace where key.modifiers.isEmpty: .edit(.emptied)
        case .space where key.modifiers.isEmpty, _ where key.isTyping: .type(key)
        default: nil
        }
    }

    /// Keys on the row that adds a record.
    private func addRowCommand(for key: KeyEvent) -> GridCommand? {
        guard key.modifiers.isDisjoint(with: [.control, .alt, .super]) else { return nil }
        return switch key.key {
        case .space: .addRecord(field: current.cell.column)
        default: key.isTyping ? .type(key) : nil
        }
    }

    /// Keys that fill in existing values, both before and during an edit.
    func fillCommand(for key: KeyEvent) -> GridCommand? {
        guard key.modifiers.contains(.control), key.modifiers.isDisjoint(with: [.alt, .super]) else { return nil }
        let shift = key.modifiers.contains(.shift)
        return switch key.key {
        case .character("d") where !shift: .fillDown
        case .character("'"): .repeatAbove
        case .character(";") where !shift: .enterDate
        case .character(":"): .enterTime
        case .character("P") where shift, .character("p") where shift: .field(.togglePin(of: current.cell.column))
        default: nil
        }
    }

    /// Whether the key would affect cells; other keys are left to the window.
    private func isForCells(_ key: KeyEvent) -> Bool {
        switch key.key {
        case .delete, .backspace, .space, .menu, .function(2): true
        case .function(10): key.modifiers == .shift
        case .character(let character) where key.modifiers == .control && "acvx".contains(character): true
        case .enter: key.modifiers.contains(.alt) || key.modifiers == .control
        case .down, .up, .left, .right, .pageDown, .pageUp: key.modifiers.contains(.alt)
        default: key.isTyping || fillCommand(for: key) != nil
        }
    }
}
