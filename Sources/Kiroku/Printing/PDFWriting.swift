import GtkKit
import KirokuCore
import KirokuViews

/// Writes records to a PDF file, a few pages at a time, so that the window stays responsive.
@MainActor
struct PDFWriting {
    let records: PrintedRecords
    let paper: PaperSetup.Paper

    /// The time to draw before the window handles pending events: less than a frame.
    private static let stretch = Duration.milliseconds(8)

    /// Replaces the file at `path` when all pages are made; until then, and on failure, leaves it as it is.
    ///
    /// - Parameter progress: called with growing shares of the work.
    /// - Throws: ``StorageError``; ``StorageError/cancelled`` if the task was cancelled.
    func write(to path: String, progress: @escaping (Double) -> Void) async throws(StorageError) {
        let file = try ReplacementFile(for: path)
        let fault = Fault()
        let pdf = PDFFile(paper: paper, title: records.title) { bytes in
            do throws(StorageError) {
                try file.write(Array(bytes))
                return true
            } catch {
                fault.error = error
                return false
            }
        }
        _ = records.divide(among: paper)
        await records.measure()
        let count = records.divide(among: paper)
        var end = AppClock.shared.reading + Self.stretch
        for page in 0..<count {
            if !records.isReady(page: page) { await records.prepare(page: page) }
            if Task.isCancelled { throw .cancelled }
            pdf.addPage { records.draw(page: page, with: $0) }
            if let error = fault.error { throw error }
            guard AppClock.shared.reading >= end else { continue }
            progress(Double(page + 1) / Double(count))
            await MainLoop.idle()
            end = AppClock.shared.reading + Self.stretch
        }
        pdf.finish()
        if let error = fault.error { throw error }
        guard pdf.isGood else { throw .unwritable(path: path, reason: localized("The pages could not be created.")) }
        try await Self.commit(file)
    }

    /// Waits for the disk on another thread.
    @concurrent
    private nonisolated static func commit(_ file: ReplacementFile) async throws(StorageError) {
        try file.commit()
    }

    /// Carries an error out of a call from C.
    private final class Fault {
        var error: StorageError?
    }
}
