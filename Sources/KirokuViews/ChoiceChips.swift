import Geometry
import GtkKit
import KirokuCore

/// Draws the choices in a cell: each in a frame of its own, with its sign in its colour before it.
@MainActor
struct ChoiceChips {
    /// In bytes: a longer text is drawn as text.
    static let longest = 500

    private static let padding = 6.0
    private static let gap = 4.0
    private static let height = 20.0

    private let painter: Painter
    private let colors: GridColors

    init(_ painter: Painter, _ colors: GridColors) {
        self.painter = painter
        self.colors = colors
    }

    /// The width that choices take.
    static func width(of choices: [String], of field: FieldDefinition, _ font: TextMeasure) -> Double {
        let widths = choices.map { choice -> Double in
            let sign = field.options.first { $0.text == choice }?.mark.sign ?? ""
            let signWidth = sign.isEmpty ? 0 : font.width(of: sign) + gap
            return signWidth + font.width(of: ShownText.short(choice)) + 2 * padding
        }
        return widths.reduce(0, +) + gap * Double(max(widths.count - 1, 0))
    }

    /// Draws from the start of the room, as far as it reaches.
    func draw(_ choices: [String], of field: FieldDefinition, in room: Rectangle) {
        var left = room.x
        painter.clipped(to: room) {
            for choice in choices where left < room.x + room.width {
                let mark = field.options.first { $0.text == choice }?.mark ?? .none
                left += draw(choice, mark, at: left, in: room) + Self.gap
            }
        }
    }

    /// Draws one, and returns its width.
    private func draw(_ choice: String, _ mark: ChoiceOption.Mark, at left: Double, in room: Rectangle) -> Double {
        let text = ShownText.short(choice)
        let sign = mark.sign
        let signWidth = sign.isEmpty ? 0 : painter.width(of: sign) + Self.gap
        let width = min(
            signWidth + painter.width(of: text) + 2 * Self.padding, max(room.x + room.width - left, 2 * Self.padding))
        let height = min(Self.height, room.height)
        let frame = Rectangle(x: left, y: room.y + (room.height - height) / 2, width: width, height: height)
        let color = colors.color(of: mark)
        painter.fill(frame, color.withAlpha(0.16))
        painter.stroke(frame, color.withAlpha(0.5))
        var inner = frame.inset(x: Self.padding)
        painter.text(sign, in: inner, color)
        inner.x += signWidth
        inner.width -= signWidth
        painter.text(text, in: inner, colors.text)
        return width
    }
}

extension GridColors {
    /// The colour of a mark, near enough to that of text to stand out from the background in every theme.
    func color(of mark: ChoiceOption.Mark) -> Color {
        let pure: Color? =
            switch mark {
            case .none, .gray: nil
            case .red: Color(red: 0.88, green: 0.11, blue: 0.14)
            case .orange: Color(red: 0.9, green: 0.38, blue: 0)
            case .yellow: Color(red: 0.9, green: 0.65, blue: 0.04)
            case .green: Color(red: 0.18, green: 0.61, blue: 0.35)
            case .teal: Color(red: 0.1, green: 0.6, blue: 0.6)
            case .blue: Color(red: 0.1, green: 0.37, blue: 0.71)
            case .purple: Color(red: 0.51, green: 0.24, blue: 0.61)
            case .pink: Color(red: 0.85, green: 0.3, blue: 0.6)
            case .brown: Color(red: 0.53, green: 0.35, blue: 0.2)
            }
        return pure.map { $0.mixed(with: text, 0.3) } ?? muted
    }
}

extension ChoiceOption.Mark {
    /// The colour's name, in the user's language, with the sign.
    public var title: String {
        switch self {
        case .none: localized("No mark")
        case .red: sign + " " + localized("Red")
        case .orange: sign + " " + localized("Orange")
        case .yellow: sign + " " + localized("Yellow")
        case .green: sign + " " + localized("Green")
        case .teal: sign + " " + localized("Teal")
        case .blue: sign + " " + localized("Blue")
        case .purple: sign + " " + localized("Purple")
        case .pink: sign + " " + localized("Pink")
        case .brown: sign + " " + localized("Brown")
        case .gray: sign + " " + localized("Gray")
        }
    }
}
