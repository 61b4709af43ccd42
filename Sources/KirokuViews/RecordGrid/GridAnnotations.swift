import GtkKit
import KirokuCore

/// What a grid shows beside the values, in views that compare records: rows that belong together, and cells that stand
/// out.
///
/// The user cannot sort such rows, as their order is that of the groups. Both closures are called for the visible rows
/// only, with indexes of the model's table, and must be quick.
@MainActor
public struct GridAnnotations {
    /// The annotation of a record, beside its number.
    public struct Row: Sendable, Hashable {
        /// The number of the record, from 1, if it differs from its index in the grid's table.
        public var number: Int?
        /// A character before the number, in the colour of the role.
        public var sign: String
        /// The colour of the sign.
        public var role: ColorRole
        /// The meaning of the sign, for screen readers.
        public var meaning: String
        /// Whether it is the first row of a group: a heavier line is above it.
        public var beginsGroup: Bool

        /// Creates a row's annotation.
        public init(
            number: Int? = nil, sign: String = "", role: ColorRole = .muted, meaning: String = "",
            beginsGroup: Bool = false
        ) {
            self.number = number
            self.sign = sign
            self.role = role
            self.meaning = meaning
            self.beginsGroup = beginsGroup
        }
    }

    /// How a cell stands out: by a colour, and by a corner that is cut off.
    public struct Cell: Sendable, Hashable {
        /// Which corner of the cell is cut, so that cells can be distinguished without their colours.
        public enum Corner: Sendable, Hashable {
            /// The one at the start, above the text.
            case upper
            /// The one at the start, below the text.
            case lower
        }

        /// The colour of the cell and of its corner.
        public var role: ColorRole
        /// The corner.
        public var corner: Corner
        /// Its meaning, for screen readers.
        public var meaning: String

        /// Creates a cell's annotation.
        public init(role: ColorRole, corner: Corner, meaning: String) {
            self.role = role
            self.corner = corner
            self.meaning = meaning
        }
    }

    /// The annotation of a record; `nil` for none.
    public var row: (_ record: Int) -> Row?
    /// The annotation of a cell; `nil` for none.
    public var cell: (_ record: Int, _ field: Int) -> Cell?
    /// The highest of the numbers, for which there must be room.
    public var highestNumber: Int

    /// Creates annotations; see the properties.
    public init(
        highestNumber: Int = 0, row: @escaping (_ record: Int) -> Row?,
        cell: @escaping (_ record: Int, _ field: Int) -> Cell?
    ) {
        self.row = row
        self.cell = cell
        self.highestNumber = highestNumber
    }
}

extension RecordGrid {
    /// The annotations; `nil` for none.
    ///
    /// Set it again when it would answer otherwise.
    public var annotations: GridAnnotations? {
        get { rows.annotations }
        set {
            rows.annotations = newValue
            guard !viewport.isGone else { return }
            viewport.update()
            viewport.canvas.accessibleDataChanged()
            viewport.redraw()
        }
    }
}
