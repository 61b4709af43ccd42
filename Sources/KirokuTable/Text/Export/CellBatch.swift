/// The written cells of some records, field by field.
///
/// Writing one column at a time keeps the loops specialized for its type; a batch is small enough to stay in the
/// processor's cache until the cells are put into lines.
struct CellBatch<Form: RecordForm>: ~Copyable {
    private var texts = TextBuffer()
    /// Where each cell ends; the first begins at 0.
    private let ends: UnsafeMutablePointer<Int>
    private var count = 0

    /// - Parameter capacity: the greatest number of cells at a time.
    init(capacity: Int) {
        ends = .allocate(capacity: capacity)
    }

    deinit {
        ends.deallocate()
    }

    /// The text of the cell with this index in the order of appending.
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
    /// - Parameters:
    ///   - form: the form for this field.
    ///   - unfitTexts: the field's unfit texts by record index.
    mutating func append(_ column: Column, in form: Form, records: some Collection<Int>, unfitTexts: [Int: String]) {
        withUnsafeMutablePointer(to: &texts) { texts in
            column.visited(
                by: CellWriter(form: form, records: records, unfitTexts: unfitTexts, texts: texts, ends: ends + count))
        }
        count += records.count
    }
}

/// Writes the cells of a column one after another, and where each ends.
private struct CellWriter<Form: RecordForm, Records: Collection<Int>>: ColumnVisitor {
    typealias Result = Void

    let form: Form
    let records: Records
    let unfitTexts: [Int: String]
    let texts: UnsafeMutablePointer<TextBuffer>
    let ends: UnsafeMutablePointer<Int>

    func visit<Kind: FieldKind>(_ column: Kind.Value.Values, _ kind: Kind.Type) {
        if !unfitTexts.isEmpty {
            forEach { record in
                if var unfit = unfitTexts[record] {
                    unfit.withUTF8 { form.append(cell: $0, to: &texts.pointee) }
                } else {
                    Kind.append(record, of: column, to: &texts.pointee, in: form)
                }
            }
        } else if let values = Kind.allValues(of: column) {
            forEach { Kind.append(values[$0], to: &texts.pointee, in: form) }
        } else {
            forEach { Kind.append($0, of: column, to: &texts.pointee, in: form) }
        }
    }

    @inline(__always)
    private func forEach(_ write: (_ record: Int) -> Void) {
        var count = 0
        for record in records {
            write(record)
            ends[count] = texts.pointee.count
            count &+= 1
        }
    }
}
