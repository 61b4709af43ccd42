import GtkKit
import KirokuCore
import KirokuPresentation

/// The menus of cells, headers and record numbers; the Menu key opens them, too.
@MainActor
struct GridMenus {
    let rows: GridRows
    let current: GridCursor
    let fields: GridFields
    /// Whether the user can choose from the values of a field.
    let offersValues: Bool
    /// Why not; `nil` for no message.
    let refusalOfValues: String?
    /// Whether the user can see only records with the same content, or none of them.
    let offersNarrowing: Bool
    /// Performs the command of a menu item.
    let perform: @MainActor (GridCommand) -> Void

    /// The menu of the selected cells, with items added by the application.
    func cells(adding added: [ContextMenuItem]) -> [ContextMenuItem] {
        let (isOnCell, refusal) = (current.isOnCell, refusalOfCell)
        var items = [
            item(localized("_Edit Cell"), "F2", if: isOnCell, unless: refusal, .edit(.asItIs)),
            item(localized("C_lear Cells"), "Delete", if: isOnCell, unless: refusal, .emptyCells),
            item(localized("_Fill Down"), "<Primary>d", if: isOnCell, unless: refusal, .fillDown),
            item(
                localized("Copy Value from _Above"), "<Primary>apostrophe", if: isOnCell, unless: refusal,
                .repeatAbove),
            item(localized("Insert Today’s Da_te"), "<Primary>semicolon", if: isOnCell, unless: refusal, .enterDate),
            item(localized("Insert Current T_ime"), "<Primary>colon", if: isOnCell, unless: refusal, .enterTime),
        ]
        if rows.annotations == nil, current.isOnCell, !rows.addresses(at: current.cell).isEmpty {
            items.append(item(localized("_Open the Address…"), "<Primary>Return", .openAddresses))
        }
        if let chooser { items.append(item(chooser.title, "<Alt>Down", unless: refusal, .showChooser)) }
        if hasChoices {
            let refusal = rows.model.refusal(of: .defineFields)
            items.append(item(localized("Add to C_hoices"), "<Primary>Return", unless: refusal, .addChoices))
        }
        if offersNarrowing {
            items += [
                .separator,
                item(localized("Show Onl_y This Value"), nil, if: isOnCell, .narrow(hides: false)),
                item(localized("Hide Thi_s Value"), nil, if: isOnCell, .narrow(hides: true)),
            ]
        }
        return items + [.separator] + (added.isEmpty ? [] : added + [.separator]) + records
    }

    private var chooser: CellChooser? {
        guard current.isOnCell else { return nil }
        let field = rows.field(at: current.cell)
        return field.type.presenter.chooser(of: field)
    }

    private var hasChoices: Bool { current.isOnCell && rows.field(at: current.cell).type.hasOptions }

    /// The menu of the selected records.
    var records: [ContextMenuItem] {
        let hasRows = rows.view.count > 0
        let (adding, moving) = (rows.model.refusal(of: .addRecords), rows.model.refusal)
        return [
            item(localized("Select _Records"), "<Shift>space", if: hasRows, .selectRecords),
            item(localized("Select _All"), "<Primary>a", if: hasRows, .selectAll),
            item(localized("Show the _Whole Record"), "<Alt>Return", if: hasRows && current.isOnCell, .showWhole),
            .separator,
            item(localized("_New Record"), "<Primary>n", unless: adding, .addRecord()),
            item(localized("Insert Abo_ve"), "<Primary><Shift>a", unless: adding, .insertRecord(above: true)),
            item(localized("Insert _Below"), "<Primary><Shift>b", unless: adding, .insertRecord(above: false)),
            item(
                localized("D_uplicate Records"), "<Primary><Shift>r", if: hasRows, unless: adding, .duplicateRecords),
            item(localized("Move U_p"), "<Shift><Alt>Up", if: hasRows, unless: moving, .moveRecords(.up)),
            item(localized("Move D_own"), "<Shift><Alt>Down", if: hasRows, unless: moving, .moveRecords(.down)),
            item(
                localized("_Delete Records"), "<Primary>Delete", if: hasRows,
                unless: rows.model.refusal(of: .deleteRecords), .deleteRecords),
        ]
    }

    /// The menu of the field with this index; empty if there is no such field.
    func header(of field: Int, adding added: (FieldID) -> [ContextMenuItem]) -> [ContextMenuItem] {
        let schema = rows.table.schema
        guard schema.fields.indices.contains(field) else { return [] }
        let id = schema[field].id
        let sorting = sortItems(for: id)
        var items = sorting.isEmpty ? [] : sorting + [.separator]
        if offersValues || refusalOfValues != nil {
            let values = ContextMenuItem(
                localized("Filter by _Values…"), key: "<Primary><Shift>l", unless: refusalOfValues
            ) { perform(.showValues(of: field)) }
            items += [values, .separator]
        }
        items += [
            item(localized("Select Col_umn"), "<Primary>space", .field(.select(field))),
            item(
                localized("Re_peat in New Records"), "<Primary><Shift>p", unless: rows.model.refusal(of: .addRecords),
                mark: .check(fields.pinned.contains(id)), .field(.togglePin(of: field))),
            .separator,
            item(localized("Re_name…"), nil, unless: rows.model.refusal(of: .defineFields), .field(.rename(id))),
            item(
                localized("Move _Left"), "<Shift><Alt>Left", if: field > 0, unless: rows.model.refusal,
                .field(.move(field, to: field - 1))),
            item(
                localized("Move _Right"), "<Shift><Alt>Right", if: field < schema.count - 1,
                unless: rows.model.refusal, .field(.move(field, to: field + 1))),
            .separator,
            item(localized("_Wider"), "<Alt>Right", .field(.widen(field, by: 1))),
            item(localized("Na_rrower"), "<Alt>Left", .field(.widen(field, by: -1))),
            item(localized("F_it Width"), nil, .field(.fitWidth(of: field))),
            item(localized("Fit All Widt_hs"), nil, .field(.fitAllWidths)),
        ]
        let added = added(id)
        return added.isEmpty ? items : items + [.separator] + added
    }

    private func sortItems(for id: FieldID) -> [ContextMenuItem] {
        if rows.isOrderFixed { return [] }
        let rules = rows.comingRules
        let current = rules.first { $0.field == id }
        let ascending = SortRule(field: id)
        let descending = SortRule(field: id, isDescending: true)
        var items = [
            item(
                localized("Sort _Ascending"), nil, mark: .choice(current?.isDescending == false),
                .field(.sort([ascending]))),
            item(
                localized("Sort _Descending"), nil, mark: .choice(current?.isDescending == true),
                .field(.sort([descending]))),
        ]
        if rules.contains(where: { $0.field != id }) {
            items += [
                item(localized("_Then Ascending by This"), nil, .field(.sortThen(ascending))),
                item(localized("Then Des_cending by This"), nil, .field(.sortThen(descending))),
            ]
        }
        items.append(item(localized("_Original Order"), nil, mark: .choice(rules.isEmpty), .field(.sort([]))))
        return items
    }

    /// Why the cell under the cursor cannot be edited.
    private var refusalOfCell: EditError? {
        guard current.isOnCell else { return rows.model.refusal }
        return rows.model.refusal(ofField: rows.field(at: current.cell).id)
    }

    private func item(
        _ caption: String, _ key: String?, if isEnabled: Bool = true, unless refusal: EditError? = nil,
        mark: ContextMenuItem.Mark = .none, _ command: GridCommand
    ) -> ContextMenuItem {
        ContextMenuItem(caption, key: key, isEnabled: isEnabled, unless: refusal?.reason, mark: mark) {
            perform(command)
        }
    }
}
