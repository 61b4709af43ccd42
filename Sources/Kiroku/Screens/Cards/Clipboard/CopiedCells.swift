import Dispatch
import GtkKit
import KirokuCore
import Synchronization

/// Cells on the clipboard: plain text, made in the background from the moment they are copied, and other forms, made
/// when a program asks for one.
final class CopiedCells: Sendable {
    /// More cells than this are offered as plain text only: other forms are many times as long.
    private static let formattedLimit = 3_000_000

    /// How many seconds the main thread waits for what another program asks for, with all windows standing still.
    static let patience = 2.0

    private static let htmlTarget = "text/html"
    private static let gnumericTarget = "application/x-gnumeric"
    private static let textTarget = "text/tab-separated-values"

    /// What the program has on the clipboard; `nil` once another one has put something there.
    @MainActor private(set) static weak var offered: CopiedCells?

    /// What was copied.
    let part: TablePart
    private let options: SeparatedText.WritingOptions
    private let text: Making
    private let formatted = Mutex<[String: Making]>([:])

    /// Begins to make the text.
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

    /// Calls `body` when the text is made.
    @MainActor
    func whenDone(_ body: @escaping @MainActor () -> Void) {
        Task {
            await text.finished()
            body()
        }
    }

    /// The cells without the names of their fields, if `text` is that of these cells with the names; otherwise `nil`.
    func textWithoutHeader(of text: [UInt8]) async -> [UInt8]? {
        await self.text.finished()
        guard options.header, self.text.bytes == text else { return nil }
        var options = options
        options.header = false
        return try? await TableExport(part, as: .separatedText(options)).bytes()
    }

    /// What a program gets that asks for a target; nothing if that is not made within ``patience``.
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

    /// A form of the cells while it is made, and when it is.
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

/// Bytes that one task makes and others wait for.
final class ReadyBytes: Sendable {
    private let bytes = Mutex<[UInt8]?>(nil)
    private let isReady = DispatchSemaphore(value: 0)

    func set(_ new: [UInt8]) {
        bytes.withLock { $0 = new }
        isReady.signal()
    }

    /// Blocks the thread until the bytes are there, at most for so long; `nil` if they are not there then.
    func wait(atMost seconds: Double) -> [UInt8]? {
        if isReady.wait(timeout: .now() + seconds) == .success { isReady.signal() }
        return bytes.withLock { $0 }
    }
}
