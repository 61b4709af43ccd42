import Dispatch
import GtkKit
import KirokuCore
import KirokuPresentation
import Synchronization

/// Cells on the clipboard: as plain text, which is made in the background as soon as they are copied; and in other
/// forms, each made when a program asks for it.
final class CopiedCells: Sendable {
    /// The maximum number of cells for forms other than plain text, which are many times as long.
    private static let formattedLimit = 3_000_000

    /// The time limit in seconds for a form that another program requests; meanwhile all windows are frozen.
    static let patience = 2.0

    private static let htmlTarget = "text/html"
    private static let gnumericTarget = "application/x-gnumeric"
    private static let textTarget = "text/tab-separated-values"

    /// The cells that the program has on the clipboard; `nil` once another program has put something there.
    @MainActor private(set) static weak var offered: CopiedCells?

    /// The cells that were copied.
    let part: TablePart
    private let options: SeparatedText.WritingOptions
    private let text: Making
    private let formatted = Mutex<[String: Making]>([:])

    /// Starts making the plain text.
    init(_ part: TablePart, as options: SeparatedText.WritingOptions) {
        self.part = part
        self.options = options
        text = Making(TableExport(part, as: .separatedText(options)))
    }

    /// Offers the cells to other programs.
    @MainActor
    func offer() {
        Self.offered = self
        let isSmall = part.recordCount * part.fields.count <= Self.formattedLimit
        let formatted = isSmall ? [Self.gnumericTarget, Self.htmlTarget] : []
        Clipboard.offer(targets: formatted + Clipboard.plainTextTargets + [Self.textTarget]) { [self] in bytes(for: $0)
        }
    }

    /// Calls `body` when the plain text is ready.
    @MainActor
    func whenDone(_ body: @escaping @MainActor () -> Void) {
        Task {
            await text.finished()
            body()
        }
    }

    /// Whether other programs get the names of the fields, too.
    var hasHeader: Bool { options.header }

    /// The cells as they are pasted here, whatever form the user prefers elsewhere.
    func cells(header: Bool) async -> PastedCells? {
        let options = SeparatedText.WritingOptions(header: header)
        guard let text = try? await TableExport(part, as: .separatedText(options)).bytes() else { return nil }
        let formats = part.fields.enumerated().map { ($0.offset, part.table.schema[$0.element].numberFormat) }
        return try? await PastedCells(text: text, formats: Dictionary(uniqueKeysWithValues: formats))
    }

    /// The bytes for a program that asks for a target; empty if they are not ready within ``patience``.
    func bytes(for target: String) -> [UInt8] {
        switch target {
        case Self.htmlTarget: making(target, as: .html(header: options.header, style: options.style)).bytes
        case Self.gnumericTarget: making(target, as: .gnumericCells(header: options.header, style: options.style)).bytes
        default: text.bytes
        }
    }

    private func making(_ target: String, as format: TableExport.Format) -> Making {
        formatted.withLock { formatted in
            if let made = formatted[target] { return made }
            let new = Making(TableExport(part, as: format))
            formatted[target] = new
            return new
        }
    }

    /// A form of the cells that is being made or is ready.
    private final class Making: Sendable {
        private let task: Task<Void, Never>
        private let result = ReadyBytes()

        init(_ export: TableExport) {
            let result = result
            task = Task.detached(priority: .userInitiated) {
                result.set((try? await export.bytes()) ?? [])
            }
        }

        var bytes: [UInt8] { result.wait(atMost: CopiedCells.patience) ?? [] }

        func finished() async { await task.value }
    }
}

/// Bytes that one task makes and other threads wait for.
final class ReadyBytes: Sendable {
    private let bytes = Mutex<[UInt8]?>(nil)
    private let isReady = DispatchSemaphore(value: 0)

    func set(_ new: [UInt8]) {
        bytes.withLock { $0 = new }
        isReady.signal()
    }

    /// Blocks the thread until the bytes are ready, or for this time; `nil` if they are still not ready.
    func wait(atMost seconds: Double) -> [UInt8]? {
        if isReady.wait(timeout: .now() + seconds) == .success { isReady.signal() }
        return bytes.withLock { $0 }
    }
}
