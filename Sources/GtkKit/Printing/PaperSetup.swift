import CGtk
import Geometry

/// The user's choices for printing: paper size, orientation, margins, printer and so on.
@MainActor
public final class PaperSetup {
    let page: ObjectRef
    let settings: ObjectRef

    /// A sheet of paper in units of 1/96 inch.
    public struct Paper: Sendable, Hashable {
        /// The width of the whole sheet.
        public let width: Double
        /// The height of the whole sheet.
        public let height: Double
        /// The area inside the margins.
        public let area: Rectangle
    }

    /// Reads a setup from its ``text``; without one, uses what is usual in the user's country.
    public init(text: String = "") {
        let file = g_key_file_new()
        defer { g_key_file_unref(file) }
        _ = text.withCString { g_key_file_load_from_data(file, $0, UInt(strlen($0)), G_KEY_FILE_NONE, nil) }
        let page = gtk_page_setup_new_from_key_file(file, Self.pageGroup, nil) ?? made(gtk_page_setup_new())
        let settings = gtk_print_settings_new_from_key_file(file, nil, nil) ?? made(gtk_print_settings_new())
        self.page = ObjectRef(adopting: UnsafeMutableRawPointer(page))
        self.settings = ObjectRef(adopting: UnsafeMutableRawPointer(settings))
    }

    init(page: ObjectRef, settings: ObjectRef) {
        self.page = page
        self.settings = settings
    }

    /// All choices as a text, for storing.
    public var text: String {
        let file = g_key_file_new()
        defer { g_key_file_unref(file) }
        gtk_page_setup_to_key_file(page.opaque, file, Self.pageGroup)
        gtk_print_settings_to_key_file(settings.opaque, file, nil)
        guard let data = g_key_file_to_data(file, nil, nil) else { return "" }
        defer { g_free(data) }
        return String(cString: data)
    }

    /// The chosen paper.
    public var paper: Paper { Self.paper(of: page.opaque) }

    static func paper(of page: OpaquePointer?) -> Paper {
        let step = 96.0 / 72
        func inset(_ margin: Double) -> Double { max(margin * step, leastMargin) }
        let width = gtk_page_setup_get_paper_width(page, GTK_UNIT_POINTS) * step
        let height = gtk_page_setup_get_paper_height(page, GTK_UNIT_POINTS) * step
        let (left, top) = (
            inset(gtk_page_setup_get_left_margin(page, GTK_UNIT_POINTS)),
            inset(gtk_page_setup_get_top_margin(page, GTK_UNIT_POINTS))
        )
        let right = inset(gtk_page_setup_get_right_margin(page, GTK_UNIT_POINTS))
        let bottom = inset(gtk_page_setup_get_bottom_margin(page, GTK_UNIT_POINTS))
        return Paper(
            width: width, height: height,
            area: Rectangle(x: left, y: top, width: max(1, width - left - right), height: max(1, height - top - bottom))
        )
    }

    /// Lets the user choose paper, orientation and margins in the desktop's own dialog.
    ///
    /// `chosen` is called with the new setup; if the user cancels, with the same choices as before.
    public func choose(over window: Window, chosen: @escaping @MainActor (PaperSetup) -> Void) {
        let box = ClosureBox<@MainActor (OpaquePointer?) -> Void> { [settings] page in
            guard let page else { return }
            chosen(PaperSetup(page: ObjectRef(retaining: UnsafeMutableRawPointer(page)), settings: settings))
        }
        gtk_print_run_page_setup_dialog_async(
            window.cast(to: GtkWindow.self), page.opaque, settings.opaque,
            { page, data in
                let bits = PointerBits(page)
                let body = boxedBody(data, as: (@MainActor (OpaquePointer?) -> Void).self)
                MainActor.assumeIsolated { body?(bits.opaque) }
                releaseBox(data)
            }, Unmanaged.passRetained(box).toOpaque())
    }

    /// 10 mm: most printers reach no further, and text at the very edge is hard to read.
    private static let leastMargin = 38.0
    private static let pageGroup = "Page Setup"
}
