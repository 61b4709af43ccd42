/// The cells of some records as they are written, one field after the other.
///
/// Going through a column at a time keeps the loops typed; the batch is small enough to stay in the processor's cache
/// until the cells are put into lines.
struct CellBatch<Form: RecordForm>: ~Copyable {
    private let form: Form
    private var texts = TextBuffer()
    /// Where each cell ends; the first begins at 0.
    private let ends: UnsafeMutablePointer<Int>
    private var count = 0

    /// - Parameter capacity: how many cells there are at most at a time.
    init(form: Form, capacity: Int) {
        self.form = form
        ends = .allocate(capacity: capacity)
    }

    deinit {
        ends.deallocate()
    }

    /// The text of the cell that was appended as number `index`.
    @inline(__always)
    subscript(index: Int) -> UnsafeBufferPointer<UInt8> {
        let start = index > 0 ? ends[index - 1] : 0
        return UnsafeBufferPointer(rebasing: texts.bytes[start..<ends[index]])
    }

    mutating func removeAll() {
        texts.removeAll()
        count = 0
    }

    /// Appends the cells of one field.
    ///
    /// - Parameter unfitTexts: the field's unfit texts by record index.
    mutating func append(_ column: Column, records: some Collection<Int>, unfitTexts: [Int: String]) {
        if !unfitTexts.isEmpty {
            return append(column, records) { column, record, form, texts in
                if var unfit = unfitTexts[record] {
                    unfit.withUTF8 { form.append(cell: $0, to: &texts) }
                } else {
                    form.append(column[record], to: &texts)
                }
            }
        }
        switch column {
        case .int(let column) where column.isFull:
            append(column.numbers, records) { $2.append(cell: $0[$1], to: &$3) }
        case .int(let column):
            append(column, records) { column, record, form, texts in
                if let number = column[record] {
                    form.append(cell: number, to: &texts)
                } else {
                    form.appendEmptyCell(to: &texts)
                }
            }
        case .float(let column):
            append(column, records) { column, record, form, texts in
                if let number = column[record] {
                    form.append(cell: number, to: &texts)
                } else {
                    form.appendEmptyCell(to: &texts)
                }
            }
        case .bool(let column):
            append(column, records) { column, record, form, texts in
                if let flag = column[record] {
                    form.append(cell: flag, to: &texts)
                } else {
                    form.appendEmptyCell(to: &texts)
                }
            }
        case .string(let column):
            append(column, records) { column, record, form, texts in
                column.withUTF8(at: record) { text in
                    if let text { form.append(cell: text, to: &texts) } else { form.appendEmptyCell(to: &texts) }
                }
            }
        }
    }

    @inline(__always)
    private mutating func append<Cells>(
        _ cells: Cells, _ records: some Collection<Int>, write: (Cells, Int, Form, inout TextBuffer) -> Void
    ) {
        for record in records {
            write(cells, record, form, &texts)
            ends[count] = texts.count
            count += 1
        }
    }
}

extension RecordForm {
    /// A cell of any kind; for the few that are not read typed.
    fileprivate func append(_ value: CellValue, to text: inout TextBuffer) {
        switch value {
        case .empty: appendEmptyCell(to: &text)
        case .int(let number): append(cell: number, to: &text)
        case .float(let number): append(cell: number, to: &text)
        case .bool(let flag): append(cell: flag, to: &text)
        case .string(var string), .unfit(var string): string.withUTF8 { append(cell: $0, to: &text) }
        }
    }
}
