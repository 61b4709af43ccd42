import KirokuCore

/// The table that a command reads: a document, a text file, or text from standard input.
struct TableInput: Sendable {
    /// As it was given; "-" is standard input.
    let path: String
    let options: SeparatedText.ReadingOptions

    init(_ path: String, _ arguments: CommandArguments) throws(UsageError) {
        self.path = path
        options = try TextForm.readingOptions(arguments)
    }

    /// What was read.
    struct Contents: Sendable {
        let table: RecordTable
        /// More about the text, if it was text.
        let text: ImportedText?
        /// Whether it is a document that cannot be edited.
        let isReadOnly: Bool
    }

    /// Whether it comes from a pipe or the keyboard.
    var isStandardInput: Bool { path == "-" }

    /// Reads all of it.
    func read() async throws(CommandFailure) -> Contents {
        if isStandardInput { return Contents(text: try await readStandardInput()) }
        do {
            guard try FileKind.of(path) == .document else {
                return Contents(text: try await SeparatedTextFile.read(path: path, options: options))
            }
            let opened = try await CardFile.open(at: path)
            await opened.link?.close()
            return Contents(table: opened.contents.table, text: nil, isReadOnly: opened.isReadOnly)
        } catch {
            throw CommandFailure(error)
        }
    }

    private func readStandardInput() async throws(CommandFailure) -> ImportedText {
        let name = localized("standard input")
        let bytes = try StandardInput.read()
        guard !FileKind.isDocument(bytes) else {
            throw CommandFailure(localized("A document cannot come from standard input. Name its file."))
        }
        do {
            return try await SeparatedText.read(bytes, options: options)
        } catch {
            throw CommandFailure(error, in: name)
        }
    }
}

extension TableInput.Contents {
    fileprivate init(text: ImportedText) {
        self.init(table: text.table, text: text, isReadOnly: false)
    }
}
