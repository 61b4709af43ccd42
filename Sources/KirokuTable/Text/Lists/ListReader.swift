/// Reads a table from JSON or a property list.
struct ListReader {
    /// The text in UTF-8, or the bytes of the binary form.
    let source: TextSource
    let form: ListForm
    /// The encoding of the original text.
    let encoding: TextEncoding
    let options: SeparatedText.ReadingOptions
    var progress: (@Sendable (Double) -> Void)?
    /// The number of bytes to read, or of records in the binary form; `nil` to read all.
    var enough: Int?

    /// Reads the table; also returns whether it was read to the end.
    ///
    /// Waits for the disk.
    ///
    /// - Throws: ``TextError``; ``TextError/cancelled`` if `stop` is set.
    func read(_ stop: StopFlag) throws(TextError) -> (text: ImportedText, isWhole: Bool) {
        let enough = enough ?? .max
        var isWhole = true
        func isEnough(_ count: Int) -> Bool {
            if count >= enough || stop.isSet { isWhole = false }
            return !isWhole
        }
        // A property list written by Kiroku begins with a record, whatever is in it.
        var records = ListedRecords(options, mayHaveHeader: form.isJSON)
        var offset = 0
        do throws(ListFault) {
            switch form {
            case .json, .jsonLines:
                var list = JSONList(scanner(stop), takesOneObject: form == .jsonLines)
                defer { offset = list.offset }
                try list.read(into: &records, until: isEnough)
            case .markup:
                var list = XMLPropertyList(scanner(stop))
                defer { offset = list.offset }
                try list.read(into: &records, until: isEnough)
            case .binaryPropertyList:
                var list = try BinaryPropertyList(source.bytes())
                try list.read(into: &records, until: isEnough)
            }
        } catch {
            throw stop.isSet ? .cancelled : self.error(error, at: offset)
        }
        if stop.isSet { throw .cancelled }
        progress?(1)
        let (table, hadHeader, notices) = records.finished()
        let text = ImportedText(
            table: table, notices: notices, format: form.isJSON ? .json : .propertyList, hadHeader: hadHeader,
            firstLine: nil, encoding: encoding)
        return (text, isWhole)
    }

    private func scanner(_ stop: StopFlag) -> ByteScanner {
        let done = ProgressCount(of: max(1, source.size), from: 0)
        return ByteScanner(source) { count in
            progress?(done.next(count))
            return !stop.isSet
        }
    }

    private func error(_ fault: ListFault, at offset: Int) -> TextError {
        switch fault {
        case .refused(let error): error
        case .noTable(let form): .noTable(form)
        case .notUTF8: .notText(in: .utf8, from: position(of: offset))
        case .invalid where form == .binaryPropertyList: .brokenList(.propertyList, from: nil)
        case .invalid: .brokenList(form.isJSON ? .json : .xml, from: position(of: offset))
        }
    }

    /// The position of an offset, as an editor shows it.
    private func position(of offset: Int) -> TextPosition {
        var position = TextPosition(line: 1, column: 1)
        var start = 0
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 16) { piece in
            while start < offset {
                let wanted = UnsafeMutableBufferPointer(rebasing: piece[..<min(piece.count, offset - start)])
                let count = source.read(into: wanted, at: start)
                guard count > 0 else { return }
                let read = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(wanted)[..<count])
                position = TextPosition(of: count, in: read).behind(position)
                start += count
            }
        }
        return position
    }
}

extension TextSource {
    /// All bytes.
    fileprivate func bytes() -> [UInt8] {
        if case .memory(let bytes) = self { return bytes }
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in count = read(into: buffer, at: 0) }
    }
}
