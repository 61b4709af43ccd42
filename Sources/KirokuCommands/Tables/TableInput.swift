import Glibc
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
        if isStandardInput { return Contents(text: try await readPipedText()) }
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

    /// As errors name it.
    static var standardInputName: String { localized("standard input") }

    /// All bytes of standard input, which must be text.
    func readStandardInput() async throws(CommandFailure) -> [UInt8] {
        let bytes: [UInt8]
        do {
            let source = DescriptorSource(STDIN_FILENO, name: Self.standardInputName)
            bytes = try await SeparatedTextFile.bytes(of: source, name: Self.standardInputName)
        } catch {
            throw CommandFailure(error)
        }
        guard !FileKind.isDocument(bytes) else {
            throw CommandFailure(localized("A document cannot come from standard input. Name its file."))
        }
        return bytes
    }

    private func readPipedText() async throws(CommandFailure) -> ImportedText {
        let bytes = try await readStandardInput()
        do {
            return try await SeparatedText.read(bytes, options: options)
        } catch {
            throw CommandFailure(error, in: Self.standardInputName)
        }
    }
}

extension TableInput.Contents {
    fileprivate init(text: ImportedText) {
        self.init(table: text.table, text: text, isReadOnly: false)
    }
}
