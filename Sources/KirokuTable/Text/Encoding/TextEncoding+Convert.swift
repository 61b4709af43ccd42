import Glibc

extension TextEncoding {
    /// Decodes a text in this encoding to UTF-8, without its byte order mark.
    ///
    /// - Throws: ``TextError/notText(in:from:)`` with the position of the first bytes that are invalid in this
    ///   encoding.
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

    /// The name of the converter for a text, and the start of the text after its byte order mark.
    private func converter(for text: [UInt8]) -> (name: String, start: Int) {
        if self == .utf16 || self == .utf32 {
            let wide = WideText(text, known: self)
            return (converterName(isBigEndian: wide.isBigEndian), wide.markSize)
        }
        let isWindows = self == .latin1 && text.contains { (0x80...0x9f).contains($0) }
        return ((isWindows ? TextEncoding.windows1252 : self).converterName(), 0)
    }

    /// Encodes a UTF-8 text in this encoding; UTF-16 and UTF-32 are little-endian and begin with their byte order
    /// marks.
    ///
    /// - Throws: ``TextError/notWritable(in:at:)`` with the position of the first character that this encoding lacks.
    public func encode(_ text: [UInt8]) throws(TextError) -> [UInt8] {
        let body = try encodeBody(text, after: 0)
        return (self == .utf16 ? Mark.utf16LittleEndian : self == .utf32 ? Mark.utf32LittleEndian : []) + body
    }

    /// Encodes a piece of a text, after its first `lineCount` lines, without a byte order mark.
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

    /// The text converted up to the first failure, and whether that is all of it.
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
            // Flush the rest of the last character, or the escape that ends the text.
            if isWhole {
                var (end, none): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
                result.append(contentsOf: step(converter, &end, &none).piece)
            }
        }
        return (result, isWhole)
    }

    /// Converts until a piece is full, the text ends, or the conversion fails.
    ///
    /// Returns the piece, and the error number or 0.
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
