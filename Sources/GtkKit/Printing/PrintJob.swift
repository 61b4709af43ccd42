import CGtk

/// The contents to print, page by page.
@MainActor
public protocol PrintedPages: AnyObject {
    /// Divides the contents among pages of this paper, and returns the number of pages.
    func divide(among paper: PaperSetup.Paper) -> Int
    /// Whether everything for drawing a page is ready; pages count from 0.
    func isReady(page: Int) -> Bool
    /// Prepares a page; may discard what other pages need.
    func prepare(page: Int) async
    /// Draws a page, in units of 1/96 inch from the upper left corner of the paper.
    func draw(page: Int, with painter: Painter)
}

extension PrintedPages {
    /// `true`, as most pages need no preparation.
    public func isReady(page: Int) -> Bool { true }
    /// Does nothing.
    public func prepare(page: Int) async {}
}

/// One print job through the desktop's own dialog, in which the user chooses the printer.
///
/// Pages are drawn one after another while the program runs on. The desktop shows the progress, and can cancel.
@MainActor
public final class PrintJob {
    /// The result of a job.
    public enum Outcome: Sendable, Hashable {
        /// All pages have gone to the printer or into a file.
        case printed
        case cancelled
        /// Printing failed, for this reason in the user's language.
        case failed(String)
    }

    private let operation: ObjectRef
    private let pages: any PrintedPages
    private var paper: PaperSetup.Paper
    private var pageCount = 0
    private var handlers: [UInt] = []
    private var finished: (@MainActor (Outcome, PaperSetup) -> Void)?

    /// - Parameters:
    ///   - title: the job's name in lists of print jobs.
    ///   - setup: the choices that the dialog shows at first.
    ///   - pages: the contents, which are kept until the end.
    public init(title: String, setup: PaperSetup, pages: any PrintedPages) {
        self.pages = pages
        paper = setup.paper
        let operation = made(gtk_print_operation_new())
        self.operation = ObjectRef(adopting: UnsafeMutableRawPointer(operation))
        gtk_print_operation_set_job_name(operation, title)
        gtk_print_operation_set_default_page_setup(operation, setup.page.opaque)
        gtk_print_operation_set_print_settings(operation, setup.settings.opaque)
        gtk_print_operation_set_use_full_page(operation, 1)
        gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
        gtk_print_operation_set_embed_page_setup(operation, 1)
        gtk_print_operation_set_allow_async(operation, 1)
        gtk_print_operation_set_show_progress(operation, 1)
    }

    /// Asks for the printer, and prints; the window is insensitive under the dialog.
    ///
    /// `finished` is called with the result, and with the paper and printer that were chosen.
    public func run(over window: Window, finished: @escaping @MainActor (Outcome, PaperSetup) -> Void) {
        start(GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, over: window, finished)
    }

    /// Writes all pages to a PDF file without asking; returns when that is done.
    public func export(to path: String, finished: @escaping @MainActor (Outcome, PaperSetup) -> Void) {
        gtk_print_operation_set_export_filename(pointer, path)
        start(GTK_PRINT_OPERATION_ACTION_EXPORT, over: nil, finished)
    }

    private var pointer: UnsafeMutablePointer<GtkPrintOperation> { operation.cast(to: GtkPrintOperation.self) }

    /// Starts the job; the signals' closures keep it alive until its end.
    private func start(
        _ action: GtkPrintOperationAction, over window: Window?,
        _ finished: @escaping @MainActor (Outcome, PaperSetup) -> Void
    ) {
        self.finished = finished
        handlers = [
            Signals.connectPointer(operation.pointer, "begin-print") { [self] context in
                begin(context.map { OpaquePointer($0) })
                return false
            },
            Signals.connectPage(operation.pointer, "draw-page") { [self] context, page in
                if pages.isReady(page: page) { draw(page, on: context) } else { drawLater(page, on: context) }
            },
            Signals.connectInt(operation.pointer, "done") { [self] result in
                end(GtkPrintOperationResult(rawValue: UInt32(clamping: result)))
            },
        ]
        let result = gtk_print_operation_run(pointer, action, window?.cast(to: GtkWindow.self), nil)
        if result == GTK_PRINT_OPERATION_RESULT_ERROR { end(result) }
    }

    private func begin(_ context: OpaquePointer?) {
        paper = PaperSetup.paper(of: gtk_print_context_get_page_setup(context))
        pageCount = pages.divide(among: paper)
        gtk_print_operation_set_n_pages(pointer, Int32(clamping: max(pageCount, 1)))
    }

    /// Draws a page when it is ready; the desktop waits, and the program runs on.
    ///
    /// Meanwhile GTK asks again and again, so that work for an idle loop never gets a turn.
    private func drawLater(_ page: Int, on context: OpaquePointer?) {
        guard let context else { return }
        let kept = ObjectRef(retaining: UnsafeMutableRawPointer(context))
        gtk_print_operation_set_defer_drawing(pointer)
        Task {
            await pages.prepare(page: page)
            draw(page, on: kept.opaque)
            gtk_print_operation_draw_page_finish(pointer)
        }
    }

    private func draw(_ page: Int, on context: OpaquePointer?) {
        guard let cairo = gtk_print_context_get_cairo_context(context) else { return }
        cairo_save(cairo)
        cairo_scale(cairo, 0.75, 0.75)
        Painter.forPrinting(cairo) { pages.draw(page: page, with: $0) }
        cairo_restore(cairo)
    }

    private func end(_ result: GtkPrintOperationResult) {
        guard let finished else { return }
        self.finished = nil
        for handler in handlers { Signals.disconnect(operation.pointer, handler) }
        handlers = []
        let setup = PaperSetup(
            page: ObjectRef(retaining: UnsafeMutableRawPointer(gtk_print_operation_get_default_page_setup(pointer))),
            settings: ObjectRef(retaining: UnsafeMutableRawPointer(gtk_print_operation_get_print_settings(pointer))))
        switch result {
        case GTK_PRINT_OPERATION_RESULT_APPLY: finished(.printed, setup)
        case GTK_PRINT_OPERATION_RESULT_ERROR: finished(.failed(reason), setup)
        default: finished(.cancelled, setup)
        }
    }

    private var reason: String {
        var error: UnsafeMutablePointer<GError>?
        gtk_print_operation_get_error(pointer, &error)
        guard let error else { return "" }
        defer { g_error_free(error) }
        return String(cString: error.pointee.message)
    }
}
