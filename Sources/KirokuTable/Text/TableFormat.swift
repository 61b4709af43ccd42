/// The format in which a file holds a table.
public enum TableFormat: Sendable, Hashable {
    /// Lines of cells (see ``SeparatedText``).
    case separatedText(SeparatedText.Separator)
    /// An array of objects or of arrays.
    case json
    /// An array of arrays or of dictionaries, in XML or binary form.
    case propertyList

    /// The separator of separated text; `nil` for the other formats.
    public var separator: SeparatedText.Separator? {
        if case .separatedText(let separator) = self { separator } else { nil }
    }
}
