import KirokuCore

extension PastedCells {
    /// The cells of a table copied from a spreadsheet or a browser: the values that Calc, Excel and Google Sheets write
    /// beside the text shown, and both lines of a cell with a line break.
    ///
    /// Returns `nil` if there is no table, or if there is text beside it.
    ///
    /// - Parameter bytes: in UTF-8, or in UTF-16 with a byte order mark.
    init?(html bytes: [UInt8]) {
        var table = HTMLTable(length: bytes.count)
        guard table.read(Self.utf8(bytes)),
            let block = PastedCells(rows: table.rows, most: table.most, formats: table.formats)
        else { return nil }
        self = block
    }

    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        let isLittle = bytes.starts(with: [0xff, 0xfe])
        guard isLittle || bytes.starts(with: [0xfe, 0xff]) else {
            return bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
        }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}

/// The rows of the tables in a piece of HTML, with tables inside cells read as text.
private struct HTMLTable {
    private(set) var rows: [[String?]] = []
    private var row: [String?] = []
    private var isInRow = false
    private var cell: (tag: MarkupScanner.Tag, text: HTMLText)?
    /// How many more rows a cell of an earlier row covers, by its column.
    private var covered: [Int: Int] = [:]
    private var depth = 0
    private var isBeside = false
    /// The element whose text is not shown.
    private var hidden: String?
    /// Whether spaces are kept as they are, as in Calc's tables.
    private var keepsBlanks = false
    private var cellCount = 0
    /// What cells show for the numbers that are written with them, by column.
    private var shownNumbers: [Int: [String]] = [:]
    /// The largest number of cells.
    let most: Int

    private static let hiding: Set = ["head", "title", "caption", "comment", "template", "script", "style"]

    init(length: Int) {
        most = PastedCells.mostCells(in: length)
    }

    /// Returns whether there is a table and nothing else.
    mutating func read(_ bytes: [UInt8]) -> Bool {
        var scanner = MarkupScanner(bytes)
        while let token = scanner.next() {
            switch token {
            case .text(let text): add(text)
            case .start(let tag): start(tag)
            case .end(let name): end(name)
            }
            guard !isBeside, cellCount <= most else { return false }
        }
        endRow()
        return !rows.isEmpty
    }

    /// How the numbers of columns are shown.
    var formats: [Int: NumberFormat] {
        shownNumbers.compactMapValues { NumberForm(commonTo: $0, nearlyAll: true)?.format }
    }

    private mutating func add(_ text: String) {
        guard hidden == nil else { return }
        if cell != nil {
            cell?.text.add(text)
        } else if depth == 0, text.contains(where: { !$0.isWhitespace }) {
            isBeside = true
        }
    }

    private mutating func start(_ tag: MarkupScanner.Tag) {
        switch tag.name {
        case "meta":
            let isCalc = tag.attributes["content"]?.hasPrefix("LibreOffice") == true
            if tag.attributes["name"] == "generator", isCalc { keepsBlanks = true }
        case "body": hidden = nil
        case "table":
            hidden = nil
            depth += 1
        case "tr" where depth == 1:
            endRow()
            isInRow = true
        case "td" where depth == 1, "th" where depth == 1:
            endCell()
            cell = (tag, HTMLText(keepsBlanks: keepsBlanks))
        case "br": cell?.text.breakLine()
        case "p", "div", "li", "tr": cell?.text.startBlock()
        case let name where Self.hiding.contains(name) && !tag.isEmpty: hidden = hidden ?? name
        default: break
        }
    }

    private mutating func end(_ name: String) {
        if name == hidden { hidden = nil }
        switch name {
        case "td" where depth == 1, "th" where depth == 1: endCell()
        case "tr" where depth == 1: endRow()
        case "table" where depth > 0:
            if depth == 1 { endRow() }
            depth -= 1
        case "p", "div", "li": cell?.text.startBlock()
        default: break
        }
    }

    private mutating func endCell() {
        guard let (tag, text) = cell else { return }
        cell = nil
        isInRow = true
        fillCovered()
        let shown = text.finished
        let value = HTMLValue.value(of: tag.attributes, shown: shown)
        if HTMLValue.names.contains(where: { tag.attributes[$0] != nil }), !shown.isEmpty,
            shownNumbers[row.count, default: []].count < PastedCells.sampleSize
        {
            shownNumbers[row.count, default: []].append(shown)
        }
        let (width, height) = (Self.span(tag, "colspan"), Self.span(tag, "rowspan"))
        for place in 0..<width {
            if height > 1 { covered[row.count] = height - 1 }
            row.append(place == 0 && !value.isEmpty ? value : nil)
            cellCount += 1
            guard cellCount <= most else { return }
        }
    }

    /// Leaves out the columns that cells of earlier rows cover.
    private mutating func fillCovered() {
        while let left = covered[row.count], left > 0 {
            covered[row.count] = left - 1
            row.append(nil)
            cellCount += 1
        }
    }

    private mutating func endRow() {
        endCell()
        guard isInRow else { return }
        fillCovered()
        rows.append(row)
        row = []
        isInRow = false
    }

    private static func span(_ tag: MarkupScanner.Tag, _ name: String) -> Int {
        min(max(tag.attributes[name].flatMap { Int($0) } ?? 1, 1), 1_000)
    }
}

/// The text of a cell, as a browser shows it.
private struct HTMLText {
    let keepsBlanks: Bool
    private var text = ""
    private var isBlankPending = false
    private var isBreakPending = false

    init(keepsBlanks: Bool) {
        self.keepsBlanks = keepsBlanks
    }

    mutating func add(_ piece: String) {
        for scalar in piece.unicodeScalars {
            if scalar == "\n" || scalar == "\r" || scalar == "\t" || scalar == " " && !keepsBlanks {
                isBlankPending = true
                continue
            }
            if isBreakPending, !text.isEmpty { text.append("\n") }
            if isBlankPending, !isBreakPending, !keepsBlanks, !text.isEmpty, text.last != "\n" { text.append(" ") }
            (isBreakPending, isBlankPending) = (false, false)
            text.unicodeScalars.append(scalar == "\u{a0}" ? " " : scalar)
        }
    }

    mutating func breakLine() {
        isBlankPending = false
        text.append("\n")
    }

    mutating func startBlock() { isBreakPending = true }

    /// A line break at the end only keeps an empty line open, and a text of spaces alone is empty.
    var finished: String {
        let lines = text.last == "\n" ? String(text.dropLast()) : text
        return lines.contains { !$0.isWhitespace } ? lines : ""
    }
}

/// The value that an HTML cell stands for.
private enum HTMLValue {
    /// The attributes that hold it.
    static let names = ["sdval", "x:num", "data-sheets-value"]

    static func value(of attributes: [String: String], shown: String) -> String {
        if let number = attributes["sdval"] { return calc(number, attributes["sdnum"] ?? "", shown) }
        if let flag = attributes["x:bool"] { return flag.lowercased() }
        if let number = attributes["x:num"], !number.isEmpty { return unlessOtherwise(number, shown) }
        if let json = attributes["data-sheets-value"] { return google(json, shown) }
        return shown
    }

    /// - Parameter sdnum: two languages and the code of a format, such as `1033;0;0.00%`.
    private static func calc(_ number: String, _ sdnum: String, _ shown: String) -> String {
        let parts = sdnum.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        let format = parts.count == 3 ? String(parts[2]) : ""
        if format.hasSuffix("BOOLEAN") { return Double(number) == 0 ? "false" : "true" }
        if shown.hasPrefix("Err:") || shown.hasPrefix("#"), Double(number) == 0 { return shown }
        return SheetValue.number(number, format: format) ?? shown
    }

    /// The number, if the cell shows one; a day is shown as a day.
    private static func unlessOtherwise(_ number: String, _ shown: String) -> String {
        let isNumber = FormattedNumber(shown) != nil || shown.hasPrefix("#") || shown.isEmpty
        return isNumber ? SheetValue.number(number) ?? shown : shown
    }

    /// - Parameter json: the kind under "1", and the value under the number of the kind.
    private static func google(_ json: String, _ shown: String) -> String {
        func value(_ key: String) -> Substring? {
            guard let start = json.ranges(of: "\"\(key)\":").first?.upperBound else { return nil }
            return json[start...].prefix { !",}".contains($0) }
        }
        switch value("1") {
        case "3": return value("3").map { unlessOtherwise(String($0), shown) } ?? shown
        case "4": return value("4") == "0" ? "false" : "true"
        default: return shown
        }
    }
}
