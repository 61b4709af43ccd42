import CGtk

/// The desktop's clipboard.
@MainActor
public enum Clipboard {
    /// The targets under which other programs look for plain text.
    public static let plainTextTargets = ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "TEXT"]

    /// Offers contents to other programs, in one form or several.
    ///
    /// `contents` is called with the target whenever a program asks for one, perhaps often, perhaps never. It is
    /// released when another program takes the clipboard. When this program ends, a clipboard manager receives all
    /// forms.
    public static func offer(targets: [String], _ contents: @escaping @MainActor (_ target: String) -> [UInt8]) {
        guard let clipboard = gtk_clipboard_get(gdk_atom_intern_static_string("CLIPBOARD")) else { return }
        let names = targets.map { g_strdup($0) }
        defer { for name in names { g_free(name) } }
        let entries = names.map { GtkTargetEntry(target: $0, flags: 0, info: 0) }
        typealias Body = @MainActor (String) -> [UInt8]
        let box = Unmanaged.passRetained(ClosureBox<Body>(contents)).toOpaque()
        let isTaken = gtk_clipboard_set_with_data(
            clipboard, entries, guint(entries.count),
            { _, selection, _, data in
                let body = boxedBody(data, as: Body.self)
                let bits = PointerBits(selection)
                MainActor.assumeIsolated {
                    guard let body, let selection = bits.opaque else { return }
                    give(body(name(of: gtk_selection_data_get_target(selection))), to: selection)
                }
            }, { _, data in releaseBox(data) }, box)
        if isTaken == 0 {
            releaseBox(box)
            return
        }
        gtk_clipboard_set_can_store(clipboard, nil, 0)
    }

    /// Reads the clipboard, and calls `body` with its text in UTF-8 when that has come; with `nil` if there is no text.
    public static func readText(_ body: @escaping @MainActor ([UInt8]?) -> Void) {
        guard let clipboard = gtk_clipboard_get(gdk_atom_intern_static_string("CLIPBOARD")) else { return body(nil) }
        typealias Body = @MainActor ([UInt8]?) -> Void
        let box = Unmanaged.passRetained(ClosureBox<Body>(body)).toOpaque()
        gtk_clipboard_request_text(
            clipboard,
            { _, text, data in
                let body = boxedBody(data, as: Body.self)
                let bytes = text.map { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
                    .map { $0.map(UInt8.init(bitPattern:)) }
                releaseBox(data)
                MainActor.assumeIsolated { body?(bytes) }
            }, box)
    }
}

@MainActor
private func name(of target: GdkAtom?) -> String {
    guard let name = gdk_atom_name(target) else { return "" }
    defer { g_free(name) }
    return String(cString: name)
}

/// By the X conventions STRING and TEXT are Latin-1, to which GTK converts; every other target is UTF-8.
@MainActor
private func give(_ text: [UInt8], to selection: OpaquePointer) {
    let target = gtk_selection_data_get_target(selection)
    let isLatin =
        target == gdk_atom_intern_static_string("STRING") || target == gdk_atom_intern_static_string("TEXT")
    text.withUnsafeBufferPointer { bytes in
        if isLatin {
            bytes.withMemoryRebound(to: CChar.self) {
                _ = gtk_selection_data_set_text(selection, $0.baseAddress, Int32(clamping: $0.count))
            }
        } else {
            gtk_selection_data_set(selection, target, 8, bytes.baseAddress, Int32(clamping: bytes.count))
        }
    }
}
