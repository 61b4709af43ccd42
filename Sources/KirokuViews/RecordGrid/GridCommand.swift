import GtkKit
import KirokuCore
import KirokuPresentation

/// What the user asks of a grid, by a key, with the pointer or in a menu.
enum GridCommand {
    // The cursor and the selection
    case move(GridStep, extending: Bool = false)
    case leave(forward: Bool)
    case selectRecords
    case selectFields
    case selectAll
    case clipboard(ClipboardCommand)
    // What is under the cursor
    case edit(EditStart)
    /// A key that types something: it begins the editing, unless the space bar takes a check box on.
    case type(KeyEvent)
    case emptyCells
    case fillDown
    case repeatAbove
    case enterDate
    case enterTime
    /// Opens the cell as a double click does: chooses a picture, or edits the text.
    case open
    case toggle
    // Records
    case addRecord(field: Int? = nil)
    case deleteRecords
    case field(FieldCommand)
    // Menus
    case showMenu
    case showHeaderMenu(of: Int)
    /// Esc: gives up work in the background, or takes back what was done to the record, or collapses the selection.
    case takeBack
    /// Something that has to wait until all records are there.
    case wait
}

/// What the user asks of a field by its header; most name the field by its index.
enum FieldCommand {
    case select(Int)
    case toggleSorting(by: Int, adds: Bool)
    case sort([SortRule])
    /// Sorts by a field after those that are sorted by already.
    case sortThen(SortRule)
    case move(Int, to: Int)
    case widen(Int, by: Int)
    case fitWidth(of: Int)
    case rename(FieldID)
    case togglePin(of: Int)
}
