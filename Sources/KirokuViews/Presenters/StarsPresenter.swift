import Geometry
import GtkKit
import KirokuCore

/// Ratings, which are drawn as stars and set by a digit or a click on a star.
enum StarsPresenter: CellPresenter {
    static func draws(_ value: CellValue, of field: FieldDefinition) -> Bool { Rating(value) != nil }

    static func draw(
        _ value: CellValue, of field: FieldDefinition, in line: Rectangle, inner: Rectangle, _ colors: GridColors,
        _ painter: Painter
    ) {
        if let rating = Rating(value) { Stars(of: field).draw(rating, in: inner, colors, painter) }
    }

    static func width(
        of value: @autoclosure () -> CellValue, as text: String, in field: FieldDefinition,
        _ measure: (String) -> Double
    ) -> Double { Stars(of: field).width }

    static func printed(
        _ value: @autoclosure () -> CellValue, as text: @autoclosure () -> String, of field: FieldDefinition
    ) -> PrintedRecords.PrintedValue { .text(Rating(value())?.signs(of: field.ratingScale) ?? "") }

    static func press(
        atX x: Double, y: Double, in line: Rectangle, of field: FieldDefinition, isCurrent: Bool
    ) -> GridCommand? {
        guard isCurrent else { return nil }
        let rating = Stars(of: field).rating(atX: x, in: line.inset(x: ColumnWidths.padding))
        return rating.map { .set($0.cellValue) }
    }

    /// With ten stars, a digit may only be the first of two, so it is typed.
    static func command(for key: KeyEvent, in field: FieldDefinition) -> GridCommand? {
        guard field.ratingScale == Rating.scales.usual, case .character(let character) = key.key,
            let digit = character.wholeNumberValue, digit <= field.ratingScale
        else { return nil }
        return Rating(digit).map { .set($0.cellValue) }
    }

    /// There are too few different values.
    static var hasRanges: Bool { false }
}

/// The stars of a rating.
@MainActor
private struct Stars {
    private static let size = 15.0

    private let count: Int

    init(of field: FieldDefinition) {
        count = field.ratingScale
    }

    /// Draws a star for each that there is, and the outlines of the others; the number if there are more.
    func draw(_ rating: Rating, in room: Rectangle, _ colors: GridColors, _ painter: Painter) {
        if rating.stars > count { return painter.text("\(localizedNumber(rating.stars)) ★", in: room, colors.text) }
        painter.clipped(to: room) {
            for index in 0..<count {
                let isThere = index < rating.stars
                let place = Rectangle(
                    x: room.x + Double(index) * Self.size, y: room.y, width: Self.size + 4, height: room.height)
                painter.text(isThere ? "★" : "☆", in: place, isThere ? colors.text : colors.muted)
            }
        }
    }

    /// The width of all stars.
    var width: Double { Double(count) * Self.size }

    /// The rating whose last star is at a place of the room; `nil` beside the stars.
    func rating(atX x: Double, in room: Rectangle) -> Rating? {
        let index = Int(((x - room.x) / Self.size).rounded(.down))
        return (0..<count).contains(index) ? Rating(index + 1) : nil
    }
}
