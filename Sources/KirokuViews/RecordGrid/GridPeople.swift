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

    /// Those who are in a record.
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

/// The colours that tell people apart; white can be read on each, and each can be told from a light and a dark ground.
enum PersonColors {
    private static let all: [Color] = [
        Color(red: 0.56, green: 0.27, blue: 0.68), Color(red: 0.76, green: 0.25, blue: 0.05),
        Color(red: 0.12, green: 0.49, blue: 0.31), Color(red: 0.76, green: 0.09, blue: 0.36),
        Color(red: 0, green: 0.47, blue: 0.55), Color(red: 0.52, green: 0.35, blue: 0.17),
    ]
    static let text = Color(red: 1, green: 1, blue: 1)

    /// The colour of somebody, always the same.
    static func color(of person: PresentPerson) -> Color {
        var number = 0
        for byte in person.id.utf8 { number = (number * 31 + Int(byte)) % 65_521 }
        return all[number % all.count]
    }
}
