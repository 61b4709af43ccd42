/// A regular expression in the form for PCRE2.
///
/// Patterns used to be read by Swift's own engine, and stored searches contain some. Syntax that differs is rewritten
/// (`\u0061`, `a{,3}`, blanks in classes under `(?x)`), and syntax that PCRE2 would silently interpret differently is
/// refused: classes within classes, and operations on them (`[a-z&&[^e]]`).
struct PatternSyntax {
    private(set) var bytes: [UInt8] = []
    /// For each byte, the index of the scalar that it comes from.
    private var origins: [Int] = []
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) throws(PatternError) {
        scalars = Array(text.unicodeScalars)
        while let scalar = peek(0) {
            switch scalar {
            case "\\": takeEscape()
            case "[": try takeClass()
            case "{" where peek(1) == ",": takeOpenRange()
            case "(" where peek(1) == "?" && peek(2) == "#": take(through: ")")
            case "(" where peek(1) == "?": takeFlags()
            default: take(1)
            }
        }
    }

    /// Which character of the text one of ``bytes`` comes from, counted from 1; the last one for the end.
    func character(at offset: Int) -> Int {
        origins.indices.contains(offset)
            ? characterCount(before: origins[offset]) + 1 : max(1, characterCount(before: scalars.count))
    }

    private func characterCount(before end: Int) -> Int {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[..<end])
        return String(text).count
    }

    // MARK: Rewriting

    private mutating func takeEscape() {
        switch peek(1) {
        case "Q": take(through: "\\", "E")
        case "u" where peek(2) == "{":
            write("\\x")
            position += 2
        case "u" where areHexDigits(4): takeNumber(4)
        case "U" where areHexDigits(8): takeNumber(8)
        default: take(2)
        }
    }

    private func areHexDigits(_ count: Int) -> Bool {
        (0..<count).allSatisfy { peek(2 + $0)?.properties.isASCIIHexDigit ?? false }
    }

    /// `\u0061` is `\x{0061}`.
    private mutating func takeNumber(_ count: Int) {
        write("\\x{")
        position += 2
        take(count)
        write("}")
    }

    /// `{,3}` is `{0,3}`.
    private mutating func takeOpenRange() {
        var end = 2
        while let digit = peek(end), ("0"..."9").contains(digit) { end += 1 }
        guard end > 2, peek(end) == "}" else { return take(1) }
        write("{0")
        position += 1
    }

    /// Under `(?x)`, blanks are ignored in classes as well: `(?xx)`.
    private mutating func takeFlags() {
        var end = 2
        var isOn = true
        var extended = 0
        while let flag = peek(end), flag == "-" || flag == "^" || flag.properties.isAlphabetic {
            if flag == "-" { isOn = false }
            if flag == "x", isOn { extended = extended == 0 ? end + 1 : 0 }
            end += 1
        }
        guard extended > 0, peek(end) == ")" || peek(end) == ":" else { return take(2) }
        take(extended)
        write("x")
    }

    private mutating func takeClass() throws(PatternError) {
        take(1)
        if peek(0) == "^" { take(1) }
        // A bracket that comes first does not end the class.
        if peek(0) == "]" { take(1) }
        while let scalar = peek(0), scalar != "]" {
            switch scalar {
            case "\\": takeEscape()
            case "[":
                guard let sign = peek(1), [":", ".", "="].contains(sign) else {
                    throw PatternError(.classInClass, at: characterCount(before: position) + 1)
                }
                take(2)
                take(through: sign, "]")
            case "&", "-", "~":
                guard peek(1) != scalar else {
                    throw PatternError(.classOperation, at: characterCount(before: position) + 1)
                }
                take(1)
            default: take(1)
            }
        }
        take(1)
    }

    // MARK: Moving on

    private func peek(_ distance: Int) -> Unicode.Scalar? {
        position + distance < scalars.count ? scalars[position + distance] : nil
    }

    private mutating func take(_ count: Int) {
        for _ in 0..<count {
            guard let scalar = peek(0) else { return }
            write(String(scalar))
            position += 1
        }
    }

    /// Takes everything up to these signs, and them.
    private mutating func take(through signs: Unicode.Scalar...) {
        while position < scalars.count, !scalars[position...].starts(with: signs) { take(1) }
        take(signs.count)
    }

    private mutating func write(_ text: String) {
        bytes += text.utf8
        origins += text.utf8.map { _ in position }
    }
}
