import GtkKit
import KirokuCore
import KirokuPresentation

/// A request of the user to a grid, by a key, the pointer or a menu.
enum GridCommand {
    // Cursor and selection
    case move(GridStep, extending: Bool = false)
    case leave(forward: Bool)
    case selectRecords
    case selectFields
    case selectAll
    case clipboard(ClipboardCommand)
    // The cells at the cursor
    case edit(EditStart)
    /// Types a key: opens the cell for editing, except that Space toggles a check box.
    case type(KeyEvent)
    case emptyCells
    case fillDown
    case repeatAbove
    case enterDate
    case enterTime
    case set(CellValue)
    /// Opens the calendar or the menu of choices.
    case showChooser
    /// Opens the cell as a double click does, to choose a picture or edit the text.
    case open
    case toggle
    /// Adds the value of the cell to the choices of its field.
    case addChoices
    /// Asks whether to open the addresses in the cell's text.
    case openAddresses
    // Records
    case addRecord(field: Int? = nil)
    case insertRecord(above: Bool)
    case duplicateRecords
    case moveRecords(RecordMove)
    case deleteRecords
    /// Toggles showing the cursor's record in full, until the cursor leaves it.
    case showWhole
    /// Gives all rows this many more lines.
    case addRowLines(Int)
    case field(FieldCommand)
    /// Asks for the definition of a new field.
    case addField
    /// Shows only records with the value of the cursor's cell, or hides them.
    case narrow(hides: Bool)
    // Menus
    case showMenu
    case showHeaderMenu(of: Int)
    /// Shows the values of a field, to choose from.
    case showValues(of: Int)
    /// Esc: cancels background work, reverts edits to the record, or collapses the selection.
    case revert
    /// A command that must wait until all records are loaded.
    case wait
}

/// Where the selected records go.
enum RecordMove {
    case up
    case down
    /// Before the row with this index.
    case to(gap: Int)
}

@MainActor
extension GridCommand {
    /// Whether it would open the cursor's cell, or type into it.
    var isForOneCell: Bool {
        switch self {
        case .edit, .type, .open, .toggle: true
        default: false
        }
    }

    /// Whether it opens the cell, as Space and a double click do.
    var isForChoosing: Bool {
        switch self {
        case .type(let key): key.key == .space
        case .open, .toggle: true
        default: false
        }
    }
}

/// A request about a field, made at its header; most cases name the field by its index.
enum FieldCommand {
    case select(Int)
    case toggleSorting(by: Int, adds: Bool)
    case sort([SortRule])
    /// Sorts by a field after the current sort rules.
    case sortThen(SortRule)
    case move(Int, to: Int)
    case widen(Int, by: Int)
    case fitWidth(of: Int)
    case fitAllWidths
    case rename(FieldID)
    case togglePin(of: Int)
}
