/// Paths as one text, a line each; a line break and a backslash in a path stand behind a backslash.
enum PathList {
    static func text(_ paths: [String]) -> String {
        paths.map { $0.replacing("\\", with: "\\\\").replacing("\n", with: "\\n") }.joined(separator: "\n")
    }

    /// The paths in a text; what is not absolute is no path.
    static func paths(_ text: String) -> [String] {
        text.split(separator: "\n").map(path).filter { $0.hasPrefix("/") }
    }

    private static func path(_ line: Substring) -> String {
        var path = ""
        var isEscaped = false
        for character in line {
            if isEscaped {
                path.append(character == "n" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                path.append(character)
            }
        }
        return path
    }
}
