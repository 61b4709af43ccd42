import KirokuCore

/// A sign that a statement gives by raising an error, where no functions can be created on the server: the start of a
/// text that is cast to a type for which it is invalid.
enum RaisedSign: String, CaseIterable {
    /// A row has changed.
    case changed
    /// The server would not keep a value unchanged.
    case unfit
    /// Another row already has the key for a new row.
    case taken

    /// The text, in a query; its ending keeps the server from raising the error during planning.
    func text(_ end: String) -> String { "('kiroku: \(rawValue) ' || \(end))" }

    /// The expression that raises the error, in a query over some rows.
    var expression: String { "\(text("count(*)"))::integer" }

    /// The sign in the text of a server's error.
    init?(in message: String) {
        guard let sign = Self.allCases.first(where: { message.contains("kiroku: \($0.rawValue) ") }) else { return nil }
        self = sign
    }

    /// Why the server refuses a record, by the text of its error.
    static func reason(in message: String) -> String {
        switch RaisedSign(in: message) {
        case .unfit: localized("it does not fit the field")
        case .taken: localized("another record has the same key")
        case .changed, nil: message
        }
    }
}
