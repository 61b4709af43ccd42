import GtkKit
import KirokuCore

extension RecordGrid {
    /// Keys while no cell is being edited.
    ///
    /// Returns whether the key was used up.
    func handle(_ key: KeyEvent) -> Bool {
        if key.key == .tab, key.modifiers.contains(.control) {
            canvas.passFocus(forward: !key.modifiers.contains(.shift))
            return true
        }
        if let step = step(for: key) {
            let extends = key.modifiers.contains(.shift) && key.key != .tab && key.key != .enter
            if key.key == .tab, !key.modifiers.contains(.shift), isAtEnd || size.records == 0 {
                addRecord()
            } else {
                moveCursor { $0.move(step, extending: extends, in: size) }
            }
            return true
        }
        return command(for: key)
    }

    /// Where a key takes the cursor.
    func step(for key: KeyEvent) -> GridStep? {
        let control = key.modifiers.contains(.control)
        let shift = key.modifiers.contains(.shift)
        guard key.modifiers.isDisjoint(with: [.alt, .super]) else { return nil }
        return switch key.key {
        case .left: control ? .recordStart : .left
        case .right: control ? .recordEnd : .right
        case .up: control ? .firstRecord : .up
        case .down: control ? .lastRecord : .down
        case .home: control ? .tableStart : .recordStart
        case .end: control ? .tableEnd : .recordEnd
        case .pageUp where !control: .page(-layout.pageSize)
        case .pageDown where !control: .page(layout.pageSize)
        case .tab: shift ? .previous : .next
        case .enter where !control: shift ? .up : .down
        default: nil
        }
    }

    private func command(for key: KeyEvent) -> Bool {
        guard size.contains(cursor) else { return false }
        switch key.key {
        case .function(2) where key.modifiers.isEmpty:
            edit(.asItIs)
        case .delete where key.modifiers.isEmpty:
            emptySelectedCells()
        case .backspace where key.modifiers.isEmpty:
            edit(.emptied)
        case .space where key.modifiers.isEmpty && document.table.schema[cursor.field].type == .bool:
            toggleBool(at: cursor)
        case .space where key.modifiers.isEmpty, _ where key.isTyping:
            edit(.replaced(by: key))
        default:
            return false
        }
        return true
    }

    private var isAtEnd: Bool {
        size.contains(cursor) && cursor == CellPlace(record: size.records - 1, field: size.fields - 1)
    }
}
