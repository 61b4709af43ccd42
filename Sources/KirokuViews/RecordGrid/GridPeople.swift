import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// The others who are in cells of the table at the moment.
@MainActor
final class GridPeople {
    private(set) var all: [PresentPerson] = []
    private var byRecord: [RecordID: [PresentPerson]] = [:]
    private let viewport: GridViewport

    init(_ viewport: GridViewport) {
        self.viewport = viewport
    }

    func show(_ people: [PresentPerson]) {
        guard people != all else { return }
        all = people
        byRecord = [:]
        for person in people {
            if let place = person.place { byRecord[place.record, default: []].append(person) }
        }
        guard !viewport.isGone else { return }
        viewport.canvas.accessibleDataChanged()
        viewport.redraw()
    }

    /// The people in a record.
    func people(in record: RecordID) -> [PresentPerson] { byRecord[record] ?? [] }

    /// The size of a tag with a name.
    func tagSize(of name: String) -> (width: Double, height: Double) {
        let measure = TextMeasure(of: viewport.canvas, style: .small)
        return (min(measure.width(of: name).rounded(.up), Self.longestTag) + 8, measure.lineHeight.rounded(.up))
    }

    /// How much of a name is drawn, in pixels.
    private static let longestTag = 140.0
}

extension RecordGrid {
    /// The others who have the table open, each shown by a coloured edge around the cell that they are in.
    public var people: [PresentPerson] {
        get { others.all }
        set { others.show(newValue) }
    }

    /// The cell that the cursor is in; `nil` if it is in none.
    public var place: PresentPlace? {
        let cell = current.cell
        guard current.isOnCell, let record = rows.view[cell.row], rows.table.schema.fields.indices.contains(cell.column)
        else { return nil }
        return PresentPlace(record: rows.table.ids[record], field: rows.table.schema[cell.column].id)
    }
}

extension PresentPerson {
    /// The colour of this person, always the same one.
    var role: ColorRole {
        var number = 0
        for byte in id.utf8 { number = (number * 31 + Int(byte)) % 65_521 }
        return ColorRole.people[number % ColorRole.people.count]
    }
}
