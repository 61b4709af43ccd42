import Dispatch
import KirokuCore

/// Remembers which document was made from which text file, so that it is offered when the text is opened again.
struct MadeDocuments: Sendable {
    /// The document that was made from a text.
    struct Found: Sendable, Hashable {
        /// Its path; there is a file.
        let document: String
        /// Whether the text is as it was when the document was made from it, or was updated by it.
        let isUnchanged: Bool
    }

    fileprivate struct Entry {
        let text: String
        var document: String
        /// The text file's size and the time of its last change.
        var mark: String
    }

    private let link: any DictionaryLink
    /// The number of texts that are remembered; the oldest are forgotten.
    private let limit: Int
    /// Runs the calls one after another.
    private let queue = DispatchQueue(label: "kiroku.made-documents")

    /// - Parameters:
    ///   - link: where this is kept; what cannot be read there counts as empty.
    ///   - limit: the number of texts that are remembered.
    init(link: any DictionaryLink, limit: Int = 200) {
        self.link = link
        self.limit = limit
    }

    /// The document that was made from a text; `nil` if there was none, or another program has deleted or moved it.
    ///
    /// - Parameter text: the canonical path of the text file.
    func document(madeFrom text: String) async -> Found? {
        await BlockingIO.run(on: queue) {
            guard let entry = entries.first(where: { $0.text == text }), FileKind.exists(entry.document) else {
                return nil
            }
            return Found(document: entry.document, isUnchanged: Self.mark(of: text) == entry.mark)
        }
    }

    /// Remembers that a document was made from a text, or has been updated by it.
    ///
    /// - Parameters:
    ///   - document: the path of the document.
    ///   - text: the path of the text file.
    func add(_ document: String, madeFrom text: String) async {
        await change { entries in
            let path = CanonicalPath.of(text)
            entries.removeAll { $0.text == path }
            entries.append(Entry(text: path, document: document, mark: Self.mark(of: path)))
            entries.removeFirst(max(0, entries.count - limit))
        }
    }

    /// Remembers that a document that was made from a text has been updated by it; any other document is left alone.
    func markUpdated(of document: String, by text: String) async {
        await change { entries in
            let path = CanonicalPath.of(text)
            for place in entries.indices where entries[place].text == path && entries[place].document == document {
                entries[place].mark = Self.mark(of: path)
            }
        }
    }

    /// Follows a document to another place.
    func move(_ old: String, to new: String) async {
        await change { entries in
            for place in entries.indices where entries[place].document == old { entries[place].document = new }
        }
    }

    /// A failure does no harm: the document is not offered.
    private func change(_ body: @escaping @Sendable (inout [Entry]) -> Void) async {
        await BlockingIO.run(on: queue) {
            let old = entries
            var new = old
            body(&new)
            guard new.map(\.stored) != old.map(\.stored) else { return }
            do throws(StorageError) {
                try link.save(["texts": .array(new.map(\.stored))])
            } catch {
                Reports.error("KRK_MD_SV", "cannot remember what documents were made from: \(error)")
            }
        }
    }

    private var entries: [Entry] {
        guard case .array(let stored)? = (try? link.load())?["texts"] else { return [] }
        return stored.compactMap(Entry.init(stored:))
    }

    private static func mark(of path: String) -> String {
        FileStamp(path)?.text ?? ""
    }
}

extension MadeDocuments.Entry {
    fileprivate init?(stored: PropertyValue) {
        guard case .dictionary(let values) = stored, let text = values["text"]?.text,
            let document = values["document"]?.text, let mark = values["mark"]?.text
        else { return nil }
        self.init(text: text, document: document, mark: mark)
    }

    fileprivate var stored: PropertyValue {
        .dictionary(["text": .string(text), "document": .string(document), "mark": .string(mark)])
    }
}
