import KirokuCore

/// What a statement says by an error that it raises, where nothing can be made on the server: it begins a text that is cast to
/// a type of which it is no value.
enum RaisedSign: String, CaseIterable {
    /// A row is not what it was.
    case changed
    /// A value is not what the server would keep.
    case unfit
    /// Another row has the key that a row was to get.
    case taken

    /// The text, in a query; what it ends with keeps the server from raising the error while it plans.
    func text(_ end: String) -> String { "('kiroku: \(rawValue) ' || \(end))" }

    /// What raises it, in a query over some rows.
    var expression: String { "\(text("count(*)"))::integer" }

    /// The one that an error of the server's has, by its text.
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
