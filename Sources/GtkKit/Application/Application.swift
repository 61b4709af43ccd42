import CGtk

/// The running program: one process, its windows, its actions and their keys.
@MainActor
public final class Application {
    let pointer: UnsafeMutablePointer<GtkApplication>
    /// Called when the program is started without files, or started again.
    public var onActivate: (() -> Void)?
    /// Called with the paths of files to open, at the start or later.
    public var onOpen: (([String]) -> Void)?
    /// Called once, before the first of the two above.
    public var onStartup: (() -> Void)?
    /// Called when the session is about to end, which the user may still cancel.
    public var onQueryEnd: (() -> Void)?
    /// Called once when the main loop has ended, for whatever reason.
    public var onShutdown: (() -> Void)?
    /// Called with the address where a browser finds the windows.
    ///
    /// It is called after `onStartup`, or in a process that is about to pass its files to another one.
    public var onBrowserAddress: ((BrowserAddress) -> Void)?
    /// The answer to a browser that has not come through that address; called on any thread.
    public var browserRefusal: @Sendable () -> String = { "" }
    /// Whether windows are shown in a browser instead of on the desktop.
    public let isInBrowser: Bool

    /// - Parameters:
    ///   - id: the application id, in reverse domain notation; also the name of its icon.
    ///   - isInBrowser: whether windows are shown in a browser. The program then runs beside one on the desktop.
    public init(id: String, isInBrowser: Bool = false) {
        guard let pointer = gtk_application_new(isInBrowser ? id + ".Browser" : id, G_APPLICATION_HANDLES_OPEN) else {
            preconditionFailure("“\(id)” is no application id")
        }
        self.pointer = pointer
        self.isInBrowser = isInBrowser
        let object = UnsafeMutableRawPointer(pointer)
        Signals.connect(object, "startup", after: true) { [weak self] in
            MainQueueBridge.install()
            gtk_window_set_default_icon_name(id)
            if isInBrowser { BrowserWindows.manage() }
            self?.onStartup?()
            self?.writeBrowserAddress()
        }
        Signals.connectNotify(object, "is-registered") { [weak self] in
            guard let self, g_application_get_is_registered(application) != 0,
                g_application_get_is_remote(application) != 0
            else { return }
            writeBrowserAddress()
        }
        // Without this, the session ends without notice.
        kiroku_bool_property(object, "register-session", 1)
        Signals.connect(object, "query-end") { [weak self] in self?.onQueryEnd?() }
        Signals.connect(object, "shutdown") { [weak self] in self?.onShutdown?() }
        Signals.connect(object, "activate") { [weak self] in self?.onActivate?() }
        connectOpen(object)
    }

    isolated deinit {
        g_object_unref(pointer)
    }

    /// Runs until the last window is closed.
    ///
    /// Returns the exit status. If the program is already running, passes the files to that process, and returns at
    /// once.
    public func run(arguments: [String]) throws(DisplayFault) -> Int {
        // The file of the program may have another name; by this one, users see the process and end it.
        if let name = arguments.first { kiroku_name_process(name) }
        if isInBrowser, !runsElsewhere { try startBrowserDisplay() }
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { g_strdup($0) }
        defer { for pointer in pointers { g_free(pointer) } }
        pointers.append(nil)
        // GTK removes its own arguments from the array and GApplication reorders it, but the strings are not changed.
        var shuffled = pointers
        var count = Int32(arguments.count)
        let canStart = shuffled.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            return gtk_init_check(&count, &start) != 0
        }
        guard canStart || runsElsewhere else { throw isInBrowser ? .noBrowserBackend : .noDisplay }
        return Int(g_application_run(application, count, &shuffled))
    }

    private func startBrowserDisplay() throws(DisplayFault) {
        let address = try BrowserDisplay.start(refusal: browserRefusal)
        var state = [g_variant_new_int32(Int32(address.port)), g_variant_new_string(address.text)]
        let action = g_simple_action_new_stateful(Self.browserAddress, nil, g_variant_new_tuple(&state, 2))
        g_action_map_add_action(OpaquePointer(pointer), action)
        g_object_unref(UnsafeMutableRawPointer(action))
    }

    /// An action of the process that shows the windows; its state tells the user's other processes the address.
    private static let browserAddress = "browser-address"

    private func writeBrowserAddress() {
        guard let state = g_action_group_get_action_state(OpaquePointer(pointer), Self.browserAddress) else { return }
        defer { g_variant_unref(state) }
        let parts = [g_variant_get_child_value(state, 0), g_variant_get_child_value(state, 1)]
        defer { for part in parts { g_variant_unref(part) } }
        onBrowserAddress?(
            BrowserAddress(
                port: Int(g_variant_get_int32(parts[0])), text: String(cString: g_variant_get_string(parts[1], nil))))
    }

    /// Whether another process of the program owns its name on the session's bus, and takes the arguments.
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

    /// Ends the program without asking the user.
    public func quit() { g_application_quit(application) }

    /// Keeps the program running without a window, until ``release()`` has been called the same number of times.
    public func hold() { g_application_hold(application) }

    /// Reverts one ``hold()``; the program ends when none is left and no window is open.
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
