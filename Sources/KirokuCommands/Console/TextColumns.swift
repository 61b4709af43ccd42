import CSystem

/// Lines with their parts aligned in columns.
enum TextColumns {
    /// - Parameters:
    ///   - rows: the parts of each line.
    ///   - rightAligned: the columns that hold numbers.
    static func lines(_ rows: [[String]], rightAligned: Set<Int> = []) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? width(of: $0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, text) in row.enumerated() {
                let blanks = String(repeating: " ", count: widths[column] - width(of: text))
                line += rightAligned.contains(column) ? blanks + text : text + blanks
                line += "  "
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// A text with blanks in place of its line breaks and other control characters, which a terminal would obey.
    static func inOneLine(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        guard line.unicodeScalars.contains(where: isControl) else { return line }
        return String(String.UnicodeScalarView(line.unicodeScalars.map { isControl($0) ? " " : $0 }))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value)
    }

    /// The number of terminal cells that a text takes; Japanese characters take two.
    static func width(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + max(0, Int(kiroku_character_width($1.value))) }
    }
}
