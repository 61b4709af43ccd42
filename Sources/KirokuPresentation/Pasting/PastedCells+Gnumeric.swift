import KirokuCore

extension PastedCells {
    /// The cells copied from Gnumeric, in its own XML: values with all their digits, whatever the sheet shows.
    ///
    /// Returns `nil` for anything else.
    init?(gnumeric bytes: [UInt8]) {
        var cells = GnumericCells()
        guard cells.read(bytes), let block = cells.block(of: bytes.count) else { return nil }
        self = block
    }
}

/// The cells of a range, as Gnumeric's XML lists them.
private struct GnumericCells {
    private var rows = 0
    private var columns = 0
    private var cells: [(row: Int, column: Int, text: String)] = []
    /// How many numbers of a column have the code of a format.
    private var codes: [Int: [String: Int]] = [:]
    /// The places whose numbers have a format, with its code.
    private var formats: [(rows: ClosedRange<Int>, columns: ClosedRange<Int>, code: String)] = []
    private var region: (rows: ClosedRange<Int>, columns: ClosedRange<Int>)?
    private var open: (cell: MarkupScanner.Tag, text: String)?

    /// The largest number of formats that are considered.
    private static let mostFormats = 1_000
    /// The largest number of columns and rows that Gnumeric can have.
    private static let most = 1 << 24

    /// Returns whether the XML describes a range.
    mutating func read(_ bytes: [UInt8]) -> Bool {
        var scanner = MarkupScanner(bytes)
        var isRange = false
        while let token = scanner.next() {
            switch token {
            case .text(let text): open?.text += text
            case .start(let tag):
                if Self.name(tag.name) == "clipboardrange" {
                    isRange = true
                    rows = Self.number(tag, "rows") ?? 0
                    columns = Self.number(tag, "cols") ?? 0
                }
                start(tag)
            case .end(let name):
                if Self.name(name) == "cell" { endCell() }
            }
        }
        return isRange
    }

    private mutating func start(_ tag: MarkupScanner.Tag) {
        switch Self.name(tag.name) {
        case "styleregion":
            guard let top = Self.number(tag, "startrow"), let bottom = Self.number(tag, "endrow"), top <= bottom,
                let left = Self.number(tag, "startcol"), let right = Self.number(tag, "endcol"), left <= right
            else {
                region = nil
                return
            }
            region = (top...bottom, left...right)
        case "style":
            guard let region, let code = tag.attributes["format"], code != "General",
                formats.count < Self.mostFormats
            else { return }
            formats.append((region.rows, region.columns, code))
        case "cell":
            endCell()
            open = (tag, "")
        default: break
        }
    }

    private mutating func endCell() {
        guard let (cell, content) = open else { return }
        open = nil
        guard let row = Self.number(cell, "row"), let column = Self.number(cell, "col") else { return }
        // A formula is stored with its value.
        let value = cell.attributes["value"] ?? content
        let text: String?
        switch cell.attributes["valuetype"] {
        case "20": text = value.lowercased()
        case "30", "40":
            let code =
                cell.attributes["valueformat"]
                ?? formats.first { $0.rows.contains(row) && $0.columns.contains(column) }?.code ?? ""
            text = SheetValue.number(value, format: code) ?? SheetValue.number(value)
            codes[column, default: [:]][code, default: 0] += 1
        case "10": text = nil
        default: text = value
        }
        if let text { cells.append((row, column, text)) }
    }

    /// The whole range, or only its filled part if the range is far too large for the text.
    func block(of length: Int) -> PastedCells? {
        let filled = (rows: (cells.map(\.row).max() ?? -1) + 1, columns: (cells.map(\.column).max() ?? -1) + 1)
        var (rows, columns) = (max(rows, filled.rows), max(columns, filled.columns))
        let most = PastedCells.mostCells(in: length)
        if rows.multipliedReportingOverflow(by: columns).overflow || rows * columns > most {
            (rows, columns) = filled
        }
        guard rows > 0, columns > 0, rows <= most / columns else { return nil }
        var texts = [[String?]](repeating: [String?](repeating: nil, count: columns), count: rows)
        for cell in cells { texts[cell.row][cell.column] = cell.text }
        // Of two formats that are equally frequent, the same one is taken each time.
        let usual = codes.compactMapValues { $0.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }
        return PastedCells(rows: texts, most: most, formats: usual.compactMapValues { NumberFormat(sheetCode: $0) })
    }

    private static func name(_ name: String) -> Substring {
        name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
    }

    private static func number(_ tag: MarkupScanner.Tag, _ attribute: String) -> Int? {
        tag.attributes[attribute].flatMap { Int($0) }.flatMap { (0..<most).contains($0) ? $0 : nil }
    }
}
