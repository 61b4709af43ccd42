/// One of the fields that records are sorted by.
public struct SortRule: Sendable, Hashable, Codable {
    /// The field whose cells are compared.
    public var field: FieldID
    /// Whether the greatest value comes first.
    public var isDescending: Bool
    /// How texts are compared; numbers and flags have only one order, false before true.
    public var textOrder: TextOrder

    /// A rule, which is only checked when it is used.
    public init(field: FieldID, isDescending: Bool = false, textOrder: TextOrder = .userLocale) {
        self.field = field
        self.isDescending = isDescending
        self.textOrder = textOrder
    }
}

/// How texts are compared.
public enum TextOrder: String, Sendable, Hashable, Codable {
    /// In the order of the user's language: the process's locale for `LC_COLLATE`.
    ///
    /// Texts that it considers equal are in the order of their code points.
    case userLocale
    /// By the numbers of their characters in Unicode; the same everywhere, and faster.
    case codePoints
}
