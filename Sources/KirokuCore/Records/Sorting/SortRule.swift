/// One of the fields that records are ordered by.
public struct SortRule: Sendable, Hashable, Codable {
    /// The field whose cells are compared, whatever its name and its place are.
    public var field: FieldID
    /// Whether the greatest value comes first.
    public var isDescending: Bool
    /// How texts are compared; numbers and flags have one order only, false before true.
    public var textOrder: TextOrder

    /// A rule that is checked only when it is used.
    public init(field: FieldID, isDescending: Bool = false, textOrder: TextOrder = .userLocale) {
        self.field = field
        self.isDescending = isDescending
        self.textOrder = textOrder
    }
}

/// How texts are compared.
public enum TextOrder: String, Sendable, Hashable, Codable {
    /// As is usual in the user's language: the process's locale for `LC_COLLATE`.
    ///
    /// Texts that are the same to it are in the order of their code points.
    case userLocale
    /// By the numbers of their characters in Unicode; the same everywhere, and faster.
    case codePoints
}
