import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// Draws the choices in a cell: each in a frame of its own, with its sign in its colour before it.
@MainActor
struct ChoiceChips {
    /// In bytes: a longer text is drawn as text.
    nonisolated static let longest = 500

    private nonisolated static let padding = 6.0
    private nonisolated static let gap = 4.0
    private static let height = 20.0
    /// How much of the colour the edge has: enough for a contrast of 3 to the ground.
    static let edge = 0.75
    /// How much of the colour the ground has.
    static let ground = 0.16

    private let painter: Painter
    private let colors: GridColors

    init(_ painter: Painter, _ colors: GridColors) {
        self.painter = painter
        self.colors = colors
    }

    /// The width that choices take side by side.
    ///
    /// - Parameter width: the width of a text in one line.
    nonisolated static func width(of choices: [String], of field: FieldDefinition, _ width: (String) -> Double)
        -> Double
    {
        widths(of: choices, of: field, width).reduce(0, +) + gap * Double(max(choices.count - 1, 0))
    }

    /// The choices on each line, divided among lines of a given width; no lines without choices.
    nonisolated static func lines(
        of choices: [String], of field: FieldDefinition, in room: Double, _ width: (String) -> Double
    ) -> [Range<Int>] {
        choices.isEmpty ? [] : Rooms.divided(widths(of: choices, of: field, width), among: room, gap: gap)
    }

    private nonisolated static func widths(
        of choices: [String], of field: FieldDefinition, _ width: (String) -> Double
    ) -> [Double] {
        choices.map { choice in
            let sign = field.options.first { $0.text == choice }?.mark.sign ?? ""
            let signWidth = sign.isEmpty ? 0 : width(sign) + gap
            return signWidth + width(ShownText.short(choice)) + 2 * padding
        }
    }

    /// Draws as many lines as there is room for, and returns the height of all lines.
    func draw(
        _ choices: [String], of field: FieldDefinition, in room: Rectangle, lineHeight: Double
    ) -> Double {
        let lines = Self.lines(of: choices, of: field, in: room.width) { painter.width(of: $0) }
        painter.clipped(to: room) {
            var line = room
            line.height = lineHeight
            for choicesOfLine in lines where line.y + lineHeight <= room.y + room.height + 0.01 {
                draw(Array(choices[choicesOfLine]), of: field, in: line)
                line.y += lineHeight
            }
        }
        return Double(lines.count) * lineHeight
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
        painter.fill(frame, color.withAlpha(Self.ground))
        painter.stroke(frame, color.withAlpha(Self.edge))
        var inner = frame.inset(x: Self.padding)
        painter.text(sign, in: inner, color)
        inner.x += signWidth
        inner.width -= signWidth
        painter.text(text, in: inner, colors.text)
        return width
    }
}

extension GridColors {
    func color(of mark: ChoiceOption.Mark) -> Color { roles[mark.role] }
}

extension ChoiceOption.Mark {
    /// The role of its sign and frame; a choice without a mark has that of the gray one.
    var role: ColorRole {
        switch self {
        case .red: .choiceRed
        case .orange: .choiceOrange
        case .yellow: .choiceYellow
        case .green: .choiceGreen
        case .teal: .choiceTeal
        case .blue: .choiceBlue
        case .purple: .choicePurple
        case .pink: .choicePink
        case .brown: .choiceBrown
        case .none, .gray: .choiceGray
        }
    }

    /// The colour's name, in the user's language, with the sign.
    public var title: String {
        switch self {
        case .none: localized("No color")
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
