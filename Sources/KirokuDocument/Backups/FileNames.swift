extension LocalTime {
    /// The form for file names: "2015-05-20 20.24.50".
    package var nameText: String {
        dateText.replacing("/", with: "-") + " " + timeText.replacing(":", with: ".")
    }
}

/// Names of documents that are valid on any file system.
package enum PortableName {
    /// The title of a document in a form that USB sticks and other systems accept: short, and without the characters
    /// that they refuse.
    package static func title(of path: String) -> String {
        var title = FilePath.name(of: path)
        if FileKind.namesDocument(title) { title.removeLast(FileKind.documentSuffix.count) }
        title = String(title.map { refused.contains($0) || $0.isNewline || $0.asciiValue ?? 32 < 32 ? "-" : $0 })
        while title.utf8.count > longestTitle { title.removeLast() }
        return title
    }

    /// "list.kiroku" for number 1, "list 2.kiroku" for number 2, and so on.
    package static func name(_ title: String, number: Int) -> String {
        title + (number == 1 ? "" : " \(number)") + FileKind.documentSuffix
    }

    private static let refused: Set<Character> = ["\\", "/", ":", "*", "?", "\"", "<", ">", "|", "\u{7f}"]
    /// In bytes; a name can have 255, and the rest is for a date, a number, the suffix and the name of the journal
    /// beside it.
    private static let longestTitle = 180
}
