/// The form in which a file holds a table.
public enum TableFormat: Sendable, Hashable {
    /// Lines of cells (see ``SeparatedText``).
    case separatedText(SeparatedText.Separator)
    /// An array of objects or of arrays.
    case json
    /// An array of arrays or of dictionaries, in XML or in the binary form.
    case propertyList

    /// What stands between two cells of separated text; `nil` in the other forms.
    public var separator: SeparatedText.Separator? {
        if case .separatedText(let separator) = self { separator } else { nil }
    }
}
