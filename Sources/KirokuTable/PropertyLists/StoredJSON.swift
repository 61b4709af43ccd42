import FoundationEssentials

/// Values stored as JSON, with the same text for the same value.
package enum StoredJSON {
    /// - Returns: `nil` if JSON has no form for it, as for a number that is not finite.
    package static func text(_ value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// - Returns: `nil` if the text is something else.
    package static func value<Value: Decodable>(_ type: Value.Type = Value.self, in text: String) -> Value? {
        try? JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
