import GtkKit
import KirokuCore

/// The menus of cells, headers and record numbers; the Menu key opens them, too.
extension RecordGrid {
    // MARK: Opening them

    /// The menu for what is selected, at the cursor.
    func showCellMenu() {
        let items = selection.extent == .fields ? headerMenu(of: selection.cursor.field) : cellMenu
        let corner = Rectangle(x: 0, y: 0, width: 1, height: layout.headerHeight)
        let cell = layout.visiblePart(row: selection.cursor.row, field: selection.cursor.field)
        canvas.showMenu(items, below: cell ?? corner, isForKeyboard: true)
    }

    func showHeaderMenu(of field: Int) {
        showCursor()
        canvas.showMenu(headerMenu(of: field), below: layout.headerRectangle(field: field), isForKeyboard: true)
    }

    // MARK: What is in them

    var cellMenu: [ContextMenuItem] {
        let canEdit = !document.isReadOnly
        let isOnCell = size.contains(selection.cursor)
        var items = [
            item(localized("_Edit Cell"), "F2", if: canEdit && isOnCell) { $0.edit(.asItIs) },
            item(localized("E_mpty Cells"), "Delete", if: canEdit && isOnCell) { $0.emptySelectedCells() },
            item(localized("Fill _Down"), "<Primary>d", if: canEdit && isOnCell) { $0.fillDown() },
            item(localized("Repeat the Value _Above"), "<Primary>apostrophe", if: canEdit && isOnCell) {
                $0.repeatAbove()
            },
            item(localized("Enter the Da_te"), "<Primary>semicolon", if: canEdit && isOnCell) { $0.enterDate() },
            item(localized("Enter the T_ime"), "<Primary>colon", if: canEdit && isOnCell) { $0.enterTime() },
            .separator,
        ]
        if let added = additionalCellItems?(), !added.isEmpty { items += added + [.separator] }
        return items + recordMenu
    }

    var recordMenu: [ContextMenuItem] {
        let canEdit = !document.isReadOnly
        return [
            item(localized("Select _Records"), "<Shift>space", if: size.rows > 0) { grid in
                grid.moveCursor { $0.widen(to: .records, in: grid.size) }
            },
            item(localized("Select _All"), "<Primary>a", if: size.rows > 0) { $0.selectAll() },
            .separator,
            item(localized("_New Record"), "<Primary>n", if: canEdit) { $0.addRecord() },
            item(localized("De_lete Records"), "<Primary>Delete", if: canEdit && size.rows > 0) {
                $0.deleteSelectedRecords()
            },
        ]
    }

    func headerMenu(of field: Int) -> [ContextMenuItem] {
        guard document.table.schema.fields.indices.contains(field) else { return [] }
        let id = document.table.schema[field].id
        let canEdit = !document.isReadOnly
        var items = sortItems(for: field)
        items += [
            .separator,
            item(localized("Select the _Field"), "<Primary>space") { grid in
                grid.moveCursor { $0.selectFields(to: field, in: grid.size) }
            },
            item(localized("_Pin for New Records"), "<Primary><Shift>p", if: canEdit, .check(isPinned(id))) {
                $0.togglePin(of: field)
            },
        ]
        items += [
            .separator,
            item(localized("Re_name…"), nil, if: canEdit) { $0.renameField(id) },
            item(localized("Move _Left"), "<Shift><Alt>Left", if: canEdit && field > 0) { $0.moveField(field, by: -1) },
            item(localized("Move _Right"), "<Shift><Alt>Right", if: canEdit && field < size.fields - 1) {
                $0.moveField(field, by: 1)
            },
        ]
        items += [
            .separator,
            item(localized("_Wider"), "<Alt>Right") { $0.widenField(field, by: 1) },
            item(localized("Na_rrower"), "<Alt>Left") { $0.widenField(field, by: -1) },
            item(localized("F_it Width"), nil) { $0.fitWidth(of: field) },
        ]
        if let added = additionalHeaderItems?(id), !added.isEmpty { items += [.separator] + added }
        return items
    }

    private func sortItems(for field: Int) -> [ContextMenuItem] {
        let id = document.table.schema[field].id
        let current = arrangement.coming.first { $0.field == id }
        let others = arrangement.coming.filter { $0.field != id }
        var items = [
            item(localized("Sort _Ascending"), nil, .choice(current?.isDescending == false)) {
                $0.sort(by: [SortRule(field: id)])
            },
            item(localized("Sort _Descending"), nil, .choice(current?.isDescending == true)) {
                $0.sort(by: [SortRule(field: id, isDescending: true)])
            },
        ]
        if !others.isEmpty {
            items += [
                item(localized("_Then Ascending by This"), nil) {
                    $0.sort(by: $0.arrangement.coming.replacing(id, with: SortRule(field: id)))
                },
                item(localized("Then Des_cending by This"), nil) {
                    $0.sort(by: $0.arrangement.coming.replacing(id, with: SortRule(field: id, isDescending: true)))
                },
            ]
        }
        items.append(
            item(localized("As in the _File"), nil, .choice(arrangement.coming.isEmpty)) { $0.sort(by: []) })
        return items
    }

    private func item(
        _ caption: String, _ key: String?, if isEnabled: Bool = true, _ mark: ContextMenuItem.Mark = .none,
        _ action: @escaping @MainActor (RecordGrid) -> Void
    ) -> ContextMenuItem {
        ContextMenuItem(caption, key: key, isEnabled: isEnabled, mark: mark) { [weak self] in
            guard let self, !isGone else { return }
            action(self)
        }
    }
}
