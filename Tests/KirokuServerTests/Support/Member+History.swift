import FoundationEssentials

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuServer
@testable import KirokuTable

/// The history as a window shows it, that of the server included.
extension Member {
    /// All entries, and how far back it is said to go.
    func history(_ scope: HistoryScope = .document) async throws -> (entries: [HistoryEntry], begin: Date?) {
        var found: [HistoryEntry] = []
        var position: HistoryPosition?
        while true {
            let page = try await document.history(of: scope, before: position)
            found += page.entries
            guard let next = page.next else { return (found, page.begin) }
            position = next
        }
    }

    func entries(_ scope: HistoryScope = .document) async throws -> [HistoryEntry] { try await history(scope).entries }

    /// What they say.
    func pastTexts(_ scope: HistoryScope = .document) async throws -> [String] {
        try await entries(scope).map { entry in
            guard let cell = entry.cell else { return entry.title?.text ?? "gap" }
            return "\(cell.fieldName): \(cell.old.plainText ?? "") → \(cell.new.plainText ?? "")"
        }
    }

    /// Forgets what has been read of the server's history, as a window that is opened does.
    func lookAnew() { document.earlierHistory = Self.earlierHistory }

    static var earlierHistory: EarlierHistory {
        EarlierHistory { path, scope, position async throws(StorageError) in
            try await SharedDocuments.earlierSteps(of: path, scope, before: position)
        }
    }
}
