import CGtk

/// A PDF document that is written page by page.
@MainActor
public final class PDFFile {
    private let surface: OpaquePointer
    private let cairo: OpaquePointer
    private let sink: Unmanaged<Sink>

    /// Receives the bytes; cairo calls it while pages are added.
    private final class Sink {
        let write: (UnsafeRawBufferPointer) -> Bool

        init(_ write: @escaping (UnsafeRawBufferPointer) -> Bool) {
            self.write = write
        }
    }

    /// Starts a document.
    ///
    /// - Parameters:
    ///   - paper: the size of all pages.
    ///   - title: the title of the document for PDF viewers.
    ///   - write: writes bytes as they come; returns whether it could.
    public init(paper: PaperSetup.Paper, title: String, write: @escaping (UnsafeRawBufferPointer) -> Bool) {
        sink = Unmanaged.passRetained(Sink(write))
        surface = made(
            cairo_pdf_surface_create_for_stream(
                { data, bytes, count in
                    guard let data else { return CAIRO_STATUS_WRITE_ERROR }
                    let sink = Unmanaged<Sink>.fromOpaque(data).takeUnretainedValue()
                    let isWritten = sink.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                    return isWritten ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
                }, sink.toOpaque(), paper.width * 0.75, paper.height * 0.75))
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
        cairo = made(cairo_create(surface))
        cairo_scale(cairo, 0.75, 0.75)
    }

    isolated deinit {
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
        sink.release()
    }

    /// Adds a page that `draw` fills, in units of 1/96 inch.
    public func addPage(_ draw: (Painter) -> Void) {
        Painter.forPrinting(cairo, draw)
        cairo_show_page(cairo)
    }

    /// Ends the document; nothing can be added afterwards.
    public func finish() { cairo_surface_finish(surface) }

    /// Whether everything so far could be made and written.
    public var isGood: Bool {
        cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS && cairo_status(cairo) == CAIRO_STATUS_SUCCESS
    }
}
