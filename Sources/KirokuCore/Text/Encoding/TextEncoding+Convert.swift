import Glibc

extension TextEncoding {
    /// A text of this encoding in UTF-8, without its byte order mark.
    ///
    /// - Throws: ``TextError/notText(in:from:)`` with the place of the first bytes that mean nothing in this encoding.
    public func decode(_ text: [UInt8]) throws(TextError) -> [UInt8] {
        if self == .utf8 {
            let body = text.starts(with: Mark.utf8) ? Array(text[Mark.utf8.count...]) : text
            guard String(validating: body, as: UTF8.self) == nil else { return body }
        }
        let (name, start) = converter(for: text)
        let (converted, isWhole) = Self.convert(text[start...], from: name, to: "UTF-8")
        guard isWhole else {
            let place = converted.withUnsafeBufferPointer { TextPosition(of: $0.count, in: $0) }
            throw .notText(in: self, from: place)
        }
        return converted
    }

    /// The name of the converter for a text, and where it begins behind its mark.
    private func converter(for text: [UInt8]) -> (name: String, start: Int) {
        switch self {
        case .utf16, .utf32:
            let wide = WideText(text, known: self)
            return (converterName(isBigEndian: wide.isBigEndian), wide.markSize)
        case .latin1 where text.contains { (0x80...0x9f).contains($0) }:
            return (TextEncoding.windows1252.converterName(), 0)
        default:
            return (converterName(), 0)
        }
    }

    /// A text in UTF-8 in this encoding; UTF-16 and UTF-32 are little-endian and begin with their byte order marks.
    ///
    /// - Throws: ``TextError/notWritable(in:at:)`` with the place of the first character that this encoding lacks.
    public func encode(_ text: [UInt8]) throws(TextError) -> [UInt8] {
        let body = try encodeBody(text, after: 0)
        return switch self {
        case .utf16: Mark.utf16LittleEndian + body
        case .utf32: Mark.utf32LittleEndian + body
        default: body
        }
    }

    /// The same without a mark, for a piece of a text before which there are `lineCount` lines.
    func encodeBody(_ text: [UInt8], after lineCount: Int) throws(TextError) -> [UInt8] {
        if self == .utf8 { return text }
        let (converted, isWhole) = Self.convert(text[...], from: "UTF-8", to: converterName())
        guard isWhole else {
            let writable = Self.convert(converted[...], from: converterName(), to: "UTF-8").text
            let place = writable.withUnsafeBufferPointer { TextPosition(of: $0.count, in: $0) }
            throw .notWritable(in: self, at: place.moved(by: lineCount))
        }
        return converted
    }

    /// What of `text` could be converted, from its beginning, and whether that was all of it.
    private static func convert(_ text: ArraySlice<UInt8>, from: String, to: String) -> (text: [UInt8], isWhole: Bool) {
        let converter = iconv_open(to, from)
        guard converter != iconv_t(bitPattern: -1) else { return ([], false) }
        defer { iconv_close(converter) }
        var result: [UInt8] = []
        result.reserveCapacity(text.count + text.count / 2)
        var input = [UInt8](text)
        var isWhole = true
        input.withUnsafeMutableBytes { input in
            var next = input.baseAddress?.assumingMemoryBound(to: CChar.self)
            var left = input.count
            while left > 0, isWhole {
                let (piece, status) = step(converter, &next, &left)
                result.append(contentsOf: piece)
                isWhole = status == 0 || status == E2BIG
            }
        }
        return (result, isWhole)
    }

    /// Converts until a piece is full.
    ///
    /// Returns it, and the error number of what ended it or 0.
    private static func step(
        _ converter: iconv_t?, _ next: inout UnsafeMutablePointer<CChar>?, _ left: inout Int
    ) -> (piece: [UInt8], status: Int32) {
        var status: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { output in
                var place = output.baseAddress
                var room = output.count
                if iconv(converter, &next, &left, &place, &room) == -1 { status = errno }
                count = output.count - room
            }
        }
        return (piece, status)
    }
}
