import CGtk

/// The running program: one process, its windows, its actions and their keys.
@MainActor
public final class Application {
    let pointer: UnsafeMutablePointer<GtkApplication>
    /// Called when the program is started without files, or started again.
    public var onActivate: (() -> Void)?
    /// Called with the paths that the program was started with, or asked to open later.
    public var onOpen: (([String]) -> Void)?
    /// Called once, before the first of the two above.
    public var onStartup: (() -> Void)?

    /// - Parameter id: the application id, in reverse domain notation; also the name of its icon.
    public init(id: String) {
        guard let pointer = gtk_application_new(id, G_APPLICATION_HANDLES_OPEN) else {
            preconditionFailure("“\(id)” is no application id")
        }
        self.pointer = pointer
        let object = UnsafeMutableRawPointer(pointer)
        Signals.connect(object, "startup", after: true) { [weak self] in
            MainQueueBridge.install()
            gtk_window_set_default_icon_name(id)
            self?.onStartup?()
        }
        Signals.connect(object, "activate") { [weak self] in self?.onActivate?() }
        connectOpen(object)
    }

    isolated deinit {
        g_object_unref(pointer)
    }

    /// Runs until the last window is closed.
    ///
    /// Returns the exit status; `nil` if there is no display to show windows on, and no running process of the program
    /// that could take the files.
    public func run(arguments: [String]) -> Int? {
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { g_strdup($0) }
        defer { for pointer in pointers { g_free(pointer) } }
        pointers.append(nil)
        // GTK takes its own out of the array and GApplication reorders it, but nobody writes into the strings.
        var shuffled = pointers
        var count = Int32(arguments.count)
        let canStart = shuffled.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            return gtk_init_check(&count, &start) != 0
        }
        guard canStart || runsElsewhere else { return nil }
        return Int(g_application_run(application, count, &shuffled))
    }

    /// Whether another process of the program has its name on the session's bus, and takes the arguments.
    private var runsElsewhere: Bool {
        guard let id = g_application_get_application_id(application),
            let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil)
        else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
        var name = g_variant_new_string(id)
        let reply = g_dbus_connection_call_sync(
            bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
            g_variant_new_tuple(&name, 1), nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
        guard let reply else { return false }
        defer { g_variant_unref(reply) }
        let answer = g_variant_get_child_value(reply, 0)
        defer { g_variant_unref(answer) }
        return g_variant_get_boolean(answer) != 0
    }

    /// Ends the program without asking anybody.
    public func quit() { g_application_quit(application) }

    /// Keeps the program running without a window, until the same number of ``release()``.
    public func hold() { g_application_hold(application) }

    /// Takes one ``hold()`` back; the program ends when none is left and no window is open.
    public func release() { g_application_release(application) }

    /// Sets the keys of an action, such as `["<Primary>z"]` for "win.undo".
    public func setKeys(_ keys: [String], for action: String) {
        var list: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) }
        defer { for key in list { g_free(UnsafeMutableRawPointer(mutating: key)) } }
        list.append(nil)
        gtk_application_set_accels_for_action(pointer, action, list)
    }

    private var application: UnsafeMutablePointer<GApplication> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GApplication.self)
    }

    private typealias Open = @MainActor ([String]) -> Void

    private func connectOpen(_ object: UnsafeMutableRawPointer) {
        let handler:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutablePointer<OpaquePointer?>?, CInt, UnsafePointer<CChar>?,
                UnsafeMutableRawPointer?
            ) -> Void = { _, files, count, _, data in
                let paths = (0..<Int(count)).compactMap { index -> String? in
                    guard let file = files?[index] else { return nil }
                    let path = g_file_get_path(file) ?? g_file_get_uri(file)
                    defer { g_free(path) }
                    return path.map { String(cString: $0) }
                }
                let body = boxedBody(data, as: Open.self)
                MainActor.assumeIsolated { body?(paths) }
            }
        let body: Open = { [weak self] paths in self?.onOpen?(paths) }
        _ = Signals.connect(
            object, "open", after: false, unsafeBitCast(handler, to: GCallback.self), ClosureBox(body))
    }
}
