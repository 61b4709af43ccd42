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

    /// Reads the clipboard, and calls `body` with its text in UTF-8 when that has arrived; with `nil` if there is no
    /// text.
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

extension Clipboard {
    /// The targets in which the clipboard's owner offers what is on it; none if it is empty.
    public static func targets() async -> [String] {
        guard let clipboard = gtk_clipboard_get(gdk_atom_intern_static_string("CLIPBOARD")) else { return [] }
        typealias Body = @MainActor ([String]) -> Void
        return await withCheckedContinuation { continuation in
            let body: Body = { continuation.resume(returning: $0) }
            gtk_clipboard_request_targets(
                clipboard,
                { _, atoms, count, data in
                    let body = boxedBody(data, as: Body.self)
                    let bits = PointerBits(UnsafeMutableRawPointer(atoms))
                    releaseBox(data)
                    MainActor.assumeIsolated {
                        let atoms = bits.typed(GdkAtom?.self)
                        body?((0..<Int(max(count, 0))).compactMap { place in atoms.map { name(of: $0[place]) } })
                    }
                }, Unmanaged.passRetained(ClosureBox<Body>(body)).toOpaque())
        }
    }

    /// The clipboard's contents in one target, as its owner provides them; `nil` if it does not.
    public static func read(_ target: String) async -> [UInt8]? {
        guard let clipboard = gtk_clipboard_get(gdk_atom_intern_static_string("CLIPBOARD")) else { return nil }
        typealias Body = @MainActor ([UInt8]?) -> Void
        return await withCheckedContinuation { continuation in
            let body: Body = { continuation.resume(returning: $0) }
            gtk_clipboard_request_contents(
                clipboard, gdk_atom_intern(target, 0),
                { _, selection, data in
                    let body = boxedBody(data, as: Body.self)
                    let bits = PointerBits(selection)
                    releaseBox(data)
                    MainActor.assumeIsolated { body?(bits.opaque.flatMap { Clipboard.bytes(of: $0) }) }
                }, Unmanaged.passRetained(ClosureBox<Body>(body)).toOpaque())
        }
    }

    private static func bytes(of selection: OpaquePointer) -> [UInt8]? {
        var length: gint = 0
        guard let data = gtk_selection_data_get_data_with_length(selection, &length), length > 0 else { return nil }
        return Array(UnsafeBufferPointer(start: data, count: Int(length)))
    }

    /// The text that is on the clipboard, in UTF-8; `nil` if there is none.
    public static func text() async -> [UInt8]? {
        await withCheckedContinuation { continuation in readText { continuation.resume(returning: $0) } }
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
