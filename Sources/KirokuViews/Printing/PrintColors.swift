import GtkKit

extension GridColors {
    /// On paper, whatever the theme: black on white, and greys that a printer has.
    static let onPaper = GridColors(
        text: .black, muted: Color.black.mixed(with: .white, 0.4), line: Color.black.mixed(with: .white, 0.7),
        background: .white, headerBackground: Color.black.mixed(with: .white, 0.93), selection: .black,
        onSelection: .white, cursor: .black, error: .black, mark: .black)
}

extension Color {
    static let black = Color(red: 0, green: 0, blue: 0)
    static let white = Color(red: 1, green: 1, blue: 1)
}
