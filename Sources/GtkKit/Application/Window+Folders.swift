import CGtk

extension Window {
    /// Shows a file in the user's file manager: selected in its folder, or where that cannot be done, the folder.
    ///
    /// - Parameter failed: called if there is no such program.
    public func showInFolder(_ path: String, failed: @escaping @MainActor () -> Void) {
        let showFolder = { @MainActor [self] in
            let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
            if !show(file: folder.isEmpty ? "/" : folder) { failed() }
        }
        guard let application = g_application_get_default(),
            let connection = g_application_get_dbus_connection(application),
            let uri = g_filename_to_uri(path, nil, nil)
        else { return showFolder() }
        defer { g_free(uri) }
        var addresses: [UnsafePointer<CChar>?] = [UnsafePointer(uri)]
        var arguments: [OpaquePointer?] = [g_variant_new_strv(&addresses, 1), g_variant_new_string("")]
        let box = ClosureBox<@MainActor (Bool) -> Void> { if !$0 { showFolder() } }
        g_dbus_connection_call(
            connection, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
            "org.freedesktop.FileManager1", "ShowItems", g_variant_new_tuple(&arguments, 2), nil,
            G_DBUS_CALL_FLAGS_NONE, 5_000, nil,
            { source, result, data in
                guard let source, let data else { return }
                let reply = g_dbus_connection_call_finish(OpaquePointer(source), result, nil)
                let isShown = reply != nil
                if isShown { g_variant_unref(reply) }
                let box = Unmanaged<ClosureBox<@MainActor (Bool) -> Void>>.fromOpaque(data).takeRetainedValue()
                MainActor.assumeIsolated { box.body(isShown) }
            }, Unmanaged.passRetained(box).toOpaque())
    }
}
