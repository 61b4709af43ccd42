/// What a browser requests: the head of its HTTP request.
struct BrowserRequest: Hashable, Sendable {
    /// A longer head is refused, in bytes.
    static let largestHead = 16 << 10

    /// The path, without what comes after the question mark.
    let path: String
    /// What comes after the question mark; empty if there is none.
    let query: String
    /// The fields of the head by their names in small letters.
    private let fields: [String: String]

    /// Reads a head that ends with an empty line; `nil` if it is not that of a plain request for something.
    ///
    /// Anything that two readers could understand differently is refused; what reaches `broadwayd` is a head that
    /// Kiroku writes itself.
    init?(_ head: [UInt8]) {
        guard head.count <= Self.largestHead, head.allSatisfy({ $0 == 0x0d || $0 == 0x0a || $0 >= 0x20 }) else {
            return nil
        }
        // Characters that are not ASCII may be in another program's cookies, and are of no interest.
        let text = String(decoding: head.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        guard lines.count > 2, lines.suffix(2).allSatisfy(\.isEmpty),
            !lines.contains(where: { $0.contains("\r") || $0.contains("\n") })
        else { return nil }
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "GET", words[1].first == "/", words[2] == "HTTP/1.1" else { return nil }
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        (path, query) = (String(target[0]), target.count > 1 ? String(target[1]) : "")
        var fields: [String: String] = [:]
        for line in lines[1..<(lines.count - 2)] {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let name = line[..<colon]
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfName) else { return nil }
            let value = Self.trimmed(line[line.index(after: colon)...])
            guard fields.updateValue(value, forKey: name.lowercased()) == nil else { return nil }
        }
        self.fields = fields
        // The request must not have contents.
        guard self["Content-Length"].map({ $0 == "0" }) ?? true, self["Transfer-Encoding"] == nil else { return nil }
    }

    /// A field of the head; `nil` if it is missing.
    subscript(_ name: String) -> String? { fields[name.lowercased()] }

    /// The cookie of this name; `nil` if there is none, or several.
    func cookie(_ name: String) -> String? {
        let found = (self["Cookie"] ?? "").split(separator: ";").map { Self.trimmed($0) }.filter {
            $0.hasPrefix(name + "=")
        }
        return found.count == 1 ? String(found[0].dropFirst(name.count + 1)) : nil
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        return String(start[..<(start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex)])
    }
}
