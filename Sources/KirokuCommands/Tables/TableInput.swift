import Glibc
import KirokuCore
import KirokuServer

/// The table that a command reads: a document, a text file, text from standard input or another pipe, or a table on a
/// server.
struct TableInput: Sendable {
    /// The path as it was given, "-" for standard input; of an address, what can be shown.
    let path: String
    /// Where the table is on a server; `nil` for a file.
    let address: ServerAddress?
    let options: SeparatedText.ReadingOptions
    /// The files that are one table; empty for a single one.
    private(set) var parts: [TableInput] = []
    /// The name of the field that holds the names of the files; `nil` for none.
    private(set) var sourceField: String?
    /// The name of the file in notes on it, and in the field of the names of the files.
    private(set) var sourceName: String

    private init(_ path: String, _ options: SeparatedText.ReadingOptions) throws(UsageError) {
        address = ServerAddress.isAddress(path) ? try ServerAccess.address(path) : nil
        self.path = address?.shownText ?? path
        sourceName = self.path
        self.options = options
    }

    /// The table in a file, or in several.
    ///
    /// - Parameters:
    ///   - paths: the files, at least one.
    ///   - conditions: the conditions that the records must meet.
    init(_ paths: [String], _ arguments: CommandArguments, conditions: [String] = []) throws(UsageError) {
        let options = try Self.options(arguments, conditions)
        let field = arguments[.sourceField].map { $0.isEmpty ? Self.usualSourceField : $0 }
        guard paths.count > 1 || field != nil else {
            try self.init(paths.first ?? "-", options)
            return
        }
        try self.init("", options)
        sourceField = field
        // The types follow from all files.
        var reading = options
        reading.types = .text
        reading.typesOfLists = options.types
        reading.fieldTypes = [:]
        let names = paths.map { $0 == "-" || ServerAddress.isAddress($0) ? $0 : FilePath.name(of: $0) }
        let areUnique = Set(names).count == names.count
        for (path, name) in zip(paths, names) {
            var part = try TableInput(path, reading)
            if areUnique, part.address == nil { part.sourceName = name }
            parts.append(part)
        }
    }

    private static let usualSourceField = "File"

    private static func options(
        _ arguments: CommandArguments, _ conditions: [String]
    ) throws(UsageError) -> SeparatedText.ReadingOptions {
        var options = try TextForm.readingOptions(arguments)
        let asked = conditions.map(Condition.possibleFieldNames)
        // A condition on all fields needs all of them.
        let order = RecordOrder(arguments)
        if let names = FieldChoice(arguments).names, !asked.contains(nil) {
            options.wantedFields = names + order.fieldNames + asked.flatMap { $0 ?? [] }
        }
        return options
    }

    /// The contents of the input.
    struct Contents: Sendable {
        let table: RecordTable
        /// The details of a text; `nil` for a document or a table on a server.
        let text: ImportedText?
        /// What is known of a table on a server.
        var server: ServerTable?
        /// Whether the input is a document that cannot be edited.
        var isReadOnly = false
        /// The conflicts of a document that are not resolved yet.
        var openConflicts = OpenConflicts()

        /// The cells that are to be fixed.
        var toFix: CellsToFix { CellsToFix(table, CellChecks(table), openConflicts) }
        /// The names of a document's saved views.
        var viewNames: [String] = []
        /// Notes for the user about the document or the text.
        var notices: [String] = []

        /// Whether there are no other records in the input.
        var isWhole = true

        /// Whether the input is a document, whose records have identities.
        var isDocument: Bool { text == nil && server == nil }
    }

    /// Whether the input is several files.
    var isSeveral: Bool { !parts.isEmpty }

    /// Whether a pipe is among several files, which cannot be read a second time.
    var hasStreams: Bool { parts.contains(where: \.isStream) }

    /// The servers that are read from.
    var addresses: [ServerAddress] { isSeveral ? parts.compactMap(\.address) : [address].compactMap(\.self) }

    /// Whether the input is a pipe or the keyboard, which can be read only once.
    var isStream: Bool { address == nil && (isStandardInput || isPipe) }

    private var isStandardInput: Bool { path == "-" }

    /// Whether the path is a pipe, such as the shell makes for the output of a command: `kiroku info <(command)`.
    private var isPipe: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// Whether the input is read piece by piece: a stream, or a file that is compressed.
    var isReadInPieces: Bool { isStream || address == nil && GzipSource.isCompressed(path) }

    /// Whether the input is a document.
    var isDocument: Bool {
        get throws(CommandFailure) {
            guard !isStream, !isSeveral, address == nil else { return false }
            do {
                return try FileKind.of(path) == .document
            } catch {
                throw CommandFailure(error)
            }
        }
    }

    /// The indexes of the fields in a list of names.
    static func fields(_ list: [String], of names: [String]) throws(CommandFailure) -> [Int] {
        var indexes: [Int] = []
        for (name, index) in FieldNameIndex(names).fields(in: list) {
            guard let index else {
                throw CommandFailure(localized("There is no field “{field}”.", ["field": name]), status: .usage)
            }
            indexes.append(index)
        }
        return indexes
    }

    /// Reads the whole input or, of a text, the given fields.
    func read() async throws(CommandFailure) -> Contents {
        try await opened { (reading) async throws(CommandFailure) in try await reading.read(enough: nil) }
    }

    /// Reads an input that does not arrive in pieces.
    func read(_ options: SeparatedText.ReadingOptions) async throws(CommandFailure) -> Contents {
        if isSeveral { return try await readSeveral(options) }
        if let address { return try await read(address) }
        let isDocument = try isDocument
        do {
            guard isDocument else {
                return Contents(text: try await TableFile.read(path: path, options: options))
            }
            let store = DocumentStores.at(path)
            let contents = try await store.load()
            await store.close()
            return Contents(
                table: contents.table, text: nil, isReadOnly: store.isReadOnly,
                openConflicts: contents.conflicts, viewNames: contents.settings.views.map(\.name),
                notices: [contents.repairNotice].compactMap(\.self))
        } catch {
            throw CommandFailure(error)
        }
    }

    private func read(_ address: ServerAddress) async throws(CommandFailure) -> Contents {
        let contents = try await ServerAccess.working(with: address) { (session) throws(ServerError) in
            try await session.read()
        }
        return Contents(
            table: contents.table, text: nil, server: contents.source,
            isReadOnly: contents.source.readOnlyReason != nil, notices: contents.notices)
    }

    /// The name of the stream in error messages.
    var streamName: String { isStandardInput ? localized("standard input") : FilePath.name(of: path) }

    /// Opens an input that arrives in pieces.
    func withStream<Value: Sendable>(
        _ work: (GzipSource) async throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        let number = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else {
            throw CommandFailure(.unreadable(path: path, reason: String(cString: strerror(errno))))
        }
        defer { if !isStandardInput { close(number) } }
        return try await work(GzipSource(DescriptorSource(number, name: streamName), name: streamName))
    }

    /// Reads text from a source; a document is refused.
    static func readText<Value: Sendable>(
        of pieces: some ByteSource, _ read: (TextOnlySource) async throws(StorageError) -> Value
    ) async throws(CommandFailure) -> Value {
        let source = TextOnlySource(pieces)
        do throws(StorageError) {
            let value = try await read(source)
            guard source.isText else { throw StorageError.cancelled }
            return value
        } catch {
            guard source.isText else {
                throw CommandFailure(localized("A document cannot be read from a pipe. Give its file name."))
            }
            throw CommandFailure(error)
        }
    }

    /// The message of a notice, with the option that helps.
    static func message(_ notice: TextNotice) -> String {
        let help: String
        switch notice.kind {
        case .guessedEncoding:
            help = localized("Use {option} to choose another encoding.", ["option": "--input-encoding=NAME"])
        case .titleLine, .comment: help = localized("Use {option} to keep such lines.", ["option": "--input-skip=0"])
        default: return notice.message
        }
        return localizedSentences([notice.message, help])
    }

    /// How numbers were understood, with the option that helps.
    static func message(_ note: NumberNote) -> String {
        guard case .unclear(let sign) = note.kind else { return note.message }
        return localizedSentences([
            note.message,
            localized(
                "Use {option} to read them the other way.",
                ["option": "--input-numbers=" + (sign == .point ? "1.234,50" : "1,234.50")]),
        ])
    }

    /// Writes to standard error how a text was read, because that determines what is written: what was repaired or left
    /// out, and a first line that was taken as a record.
    func showReading(_ contents: Contents) {
        if contents.text?.firstLine == .record {
            Console.show(localized("First line:") + " " + Self.note(on: FirstLine.record))
        }
        for notice in contents.notices { Console.show(notice) }
    }

    /// How the first line of a text was taken, with the option for the other way.
    static func note(on firstLine: FirstLine) -> String {
        switch firstLine {
        case .names:
            localized(
                "read as the field names (use {option} to read it as data)", ["option": "--input-header=no"])
        case .record:
            localized(
                "read as data (use {option} to read it as the field names)", ["option": "--input-header=yes"])
        }
    }

    /// What happened to a last line that holds totals, with the option to leave it out.
    static func note(on total: TotalOutcome) -> String {
        guard total == .record else { return total.message }
        return localizedSentences([
            total.message, localized("Use {option} to skip it.", ["option": "--input-skip=total"]),
        ])
    }

    /// Reads text that arrives in pieces.
    func read(
        _ pieces: some ByteSource, _ options: SeparatedText.ReadingOptions
    ) async throws(CommandFailure) -> Contents {
        Contents(
            text: try await Self.readText(of: pieces) { (source) async throws(StorageError) in
                try await TableFile.read(from: source, name: streamName, options: options)
            })
    }
}

extension TableInput.Contents {
    fileprivate init(text: ImportedText) {
        self.init(
            table: text.table, text: text,
            notices: text.notices.map { TableInput.message($0) } + text.numberNotes.map { TableInput.message($0) }
                + [text.total].compactMap(\.self).map { TableInput.note(on: $0) })
        isWhole = text.isWhole
    }
}
