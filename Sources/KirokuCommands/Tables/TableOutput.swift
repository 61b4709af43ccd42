import Glibc
import KirokuCore

/// The format and destination of a command's output.
struct TableOutput: Sendable, Hashable {
    /// The formats by name; the names of all but the first are also the usual endings of files.
    enum Format: String, Sendable, CaseIterable {
        /// Aligned columns, for a person at a terminal.
        case table
        case tsv
        case csv
        /// CSV as Excel opens it in the user's region.
        case excelCSV = "excel-csv"
        case json
        case jsonl
        case md
        case plist
    }

    let format: Format
    let header: Bool
    /// Whether to mark texts that a spreadsheet would interpret as formulas.
    let guardsFormulas: Bool
    /// Whether the encoding decided that; the user then sees a message.
    private let showsGuard: Bool
    /// The encoding of separated text.
    let encoding: OutputEncoding
    let fields: FieldChoice
    /// The separator of separated text, if not the usual one.
    private let separator: SeparatedText.Separator?
    /// The width in columns of the terminal that is written to; `nil` for a file or a pipe.
    private let columns: Int?
    /// The path of a file; `nil` for standard output.
    let destination: String?

    /// - Throws: ``UsageError`` for an unknown format, or one that is not written in the encoding.
    init(_ arguments: CommandArguments) throws(UsageError) {
        destination = arguments[.output].flatMap { $0 == "-" ? nil : $0 }
        let chosen = try arguments.choice(.format, among: Format.allCases.map { ($0.rawValue, $0) })
        if chosen == nil, let destination, Self.namesOtherFormat(destination) {
            throw .otherFormat(file: FilePath.name(of: destination), allowed: Format.allCases.map(\.rawValue))
        }
        separator = try TextForm.separator(.outputSeparator, arguments)
        columns = destination == nil ? Terminal.output?.columns : nil
        // The output to a pipe stays the same as ever.
        let usual: Format = columns != nil && separator == nil && !arguments.has(.outputEncoding) ? .table : .tsv
        format = chosen ?? destination.flatMap(Self.format(ofFile:)) ?? usual
        header = !arguments.has(.noHeader)
        let isText = [.tsv, .csv, .excelCSV].contains(format)
        let isForSpreadsheets = arguments.has(.forSpreadsheets)
        guard isText || !isForSpreadsheets else {
            throw .exclusiveOptions(
                CommandOption.forSpreadsheets.longForm, CommandOption.format.longForm + "=" + format.rawValue)
        }
        guard !isForSpreadsheets || !arguments.has(.noApostrophes) else {
            throw .exclusiveOptions(CommandOption.forSpreadsheets.longForm, CommandOption.noApostrophes.longForm)
        }
        let encodings = TextForm.outputEncodings.filter { isText || $0.value == .utf8 }
        encoding =
            try arguments.choice(.outputEncoding, among: encodings) ?? (format == .excelCSV ? .utf8WithMark : .utf8)
        // That encoding is for spreadsheets.
        showsGuard = !isForSpreadsheets && encoding == .utf8WithMark && !arguments.has(.noApostrophes)
        guardsFormulas = isForSpreadsheets || showsGuard
        fields = FieldChoice(arguments)
        guard isText || separator == nil else {
            throw .exclusiveOptions(
                CommandOption.outputSeparator.longForm, CommandOption.format.longForm + "=" + format.rawValue)
        }
    }

    /// Writes records in the order of the table.
    ///
    /// - Parameter records: the indexes of the records; `nil` for all.
    func write(_ table: RecordTable, records: [Int]?) async throws(CommandFailure) {
        let part = try part(of: table, records: records)
        if format == .table, destination == nil {
            let terminal = Terminal.output
            let aligned = AlignedTable(
                part, records: records ?? Array(0..<table.count), columns: terminal?.columns ?? .max,
                hasHeader: header)
            guard let terminal else { return try Console.write(aligned.text) }
            return try terminal.write(lineCount: aligned.lineCount, aligned.text)
        }
        let export = TableExport(part, as: exportFormat)
        if showsGuard { showGuarded(part.guardedCount) }
        guard let destination else { return try await write(export, to: STDOUT_FILENO, localized("standard output")) }
        guard !FileKind.namesDocument(destination), (try? FileKind.of(destination)) != .document else {
            throw CommandFailure(
                localized(
                    "“{file}” is a document, and export writes text. Choose another name.",
                    ["file": FilePath.name(of: destination)]))
        }
        try Self.checkFolder(of: destination)
        if Self.isDevice(destination) { return try await write(export, toDevice: destination) }
        try await Interruption.cancelling { () async throws(CommandFailure) in
            do throws(StorageError) {
                try await export.write(toFile: destination, encoding: encoding)
            } catch {
                throw CommandFailure(error)
            }
        }
    }

    /// The requested fields of these records; `nil` for all records.
    func part(of table: RecordTable, records: [Int]?) throws(CommandFailure) -> TablePart {
        try Self.part(of: table, records: records, fields: try chosenFields(of: table.schema))
    }

    private func showGuarded(_ count: Int) {
        guard count > 0 else { return }
        Console.show(
            localized(
                "1 text that spreadsheets would read as a formula was written with an apostrophe. Use {option} to leave it unchanged.",
                "{count} texts that spreadsheets would read as formulas were written with an apostrophe. Use {option} to leave them unchanged.",
                count: count, ["option": CommandOption.noApostrophes.longForm]))
    }

    private var exportFormat: TableExport.Format {
        switch format {
        case .table, .tsv:
            .separatedText(.init(separator: separator ?? .tab, header: header, guardsFormulas: guardsFormulas))
        case .csv:
            .separatedText(.init(separator: separator ?? .comma, header: header, guardsFormulas: guardsFormulas))
        case .excelCSV: .separatedText(excelOptions)
        case .json: .json
        case .jsonl: .jsonLines
        case .md: .markdown
        case .plist: .propertyList
        }
    }

    private var excelOptions: SeparatedText.WritingOptions {
        var options = SeparatedText.WritingOptions.forExcel(header: header, guardsFormulas: guardsFormulas)
        if let separator { options.separator = separator }
        return options
    }

    private func write(_ export: TableExport, to descriptor: Int32, _ name: String) async throws(CommandFailure) {
        do {
            try export.check(name)
            try await export.write(to: EncodingSink(DescriptorSink(descriptor, name: name), encoding, name: name))
        } catch {
            throw CommandFailure(error)
        }
    }

    private func write(_ export: TableExport, toDevice path: String) async throws(CommandFailure) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(.unwritable(path: path, reason: String(cString: strerror(errno))))
        }
        defer { close(descriptor) }
        try await write(export, to: descriptor, path)
    }

    private static func format(ofFile path: String) -> Format? {
        let name = FilePath.name(of: path)
        guard let point = name.lastIndex(of: ".") else { return nil }
        let ending = name[name.index(after: point)...].lowercased()
        return ending == "ndjson" ? .jsonl : Format.allCases.dropFirst().first { $0.rawValue == ending }
    }

    /// Endings that promise a format other than those written here.
    private static let otherFormats: Set<String> = [
        "xlsx", "xlsm", "xls", "ods", "fods", "numbers", "gnumeric", "pdf", "html", "htm", "xml", "parquet",
        "zip", "gz", "docx", "odt", "db", "sqlite", "sqlite3", "duckdb", "feather", "arrow", "yaml", "yml", "toml",
    ]

    private static func namesOtherFormat(_ path: String) -> Bool {
        let name = FilePath.name(of: path)
        return name.lastIndex(of: ".").map { otherFormats.contains(name[name.index(after: $0)...].lowercased()) }
            ?? false
    }

    /// Does not create missing folders: such a path is more likely a mistake.
    private static func checkFolder(of path: String) throws(CommandFailure) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let folder = String(path[..<slash])
        var status = stat()
        guard stat(folder, &status) != 0, errno == ENOENT else { return }
        throw CommandFailure(localized("The folder “{folder}” does not exist.", ["folder": folder]))
    }

    /// Whether the path is a device or a pipe, which cannot be replaced and has nothing to lose.
    private static func isDevice(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// The indexes of the requested fields; `nil` for all.
    func chosenFields(of schema: Schema) throws(CommandFailure) -> [Int]? {
        try fields.indexes(of: schema.fields.map(\.name))
    }

    private static func part(
        of table: RecordTable, records: [Int]?, fields: [Int]?
    ) throws(CommandFailure) -> TablePart {
        do {
            guard let records else { return try TablePart(table, records: nil, fields: fields) }
            return try TablePart(table, records: records, fields: fields)
        } catch {
            throw CommandFailure(error.message)
        }
    }
}
