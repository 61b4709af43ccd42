import CGtk
import Glibc

/// Where a browser finds the windows: a port of this machine, and the key without which no one gets them.
public struct BrowserAddress: Hashable, Sendable {
    /// The port at ``BrowserDisplay/host``.
    public let port: Int
    /// The address that a browser opens.
    public let text: String
}

/// A display that is a page in a browser, served by GTK's `broadwayd`, which always ends with this program.
///
/// `broadwayd` has no port, only a socket that belongs to this process alone; in front of it is a ``BrowserProxy``,
/// which listens at 127.0.0.1 and lets those through who have opened the address.
@MainActor
public enum BrowserDisplay {
    /// The address of this machine at which the proxy listens.
    public nonisolated static let host = "127.0.0.1"

    /// The ports to try, in this order.
    public static let ports = 8085...8104

    /// Starts the server, and the proxy at the first free port, and has GTK use it; call it before GTK is started.
    ///
    /// - Parameter refusal: the answer to a browser that may not have the windows; called on any thread.
    /// - Returns: the address, which is answered as soon as the main loop runs.
    static func start(refusal: @escaping @Sendable () -> String) throws(DisplayFault) -> BrowserAddress {
        for port in ports {
            guard let service = BrowserProxy.service(at: port) else { continue }
            let display = port - 8080
            guard let server = try startServer(display: display) else {
                // Another program has the display.
                BrowserProxy.close(service)
                continue
            }
            let gate = BrowserGate(port: port)
            BrowserProxy(gate, before: server, refusal: refusal).serve(service)
            setenv("GDK_BACKEND", "broadway", 1)
            setenv("BROADWAY_DISPLAY", ":\(display)", 1)
            return BrowserAddress(port: port, text: "http://\(host):\(port)/?\(gate.query)")
        }
        throw .serverFails
    }

    /// Starts `broadwayd`, and waits until it is ready; returns `nil` if it ends before.
    private static func startServer(display: Int) throws(DisplayFault) -> BroadwayServer? {
        // The folder is for this user only, and exists only while the server needs it to start.
        let template = g_strdup(String(cString: g_get_user_runtime_dir()) + "/kiroku-XXXXXX")
        defer { g_free(template) }
        guard let made = g_mkdtemp_full(template, 0o700) else { throw .serverFails }
        let folder = String(cString: made)
        defer { rmdir(folder) }
        let path = folder + "/page"
        let process = try spawn(["broadwayd", "--unixsocket", path, ":\(display)"])
        guard waitUntilReady(process, display: display) else {
            unlink(path)
            return nil
        }
        return BroadwayServer(at: path)
    }

    private static func spawn(_ words: [String]) throws(DisplayFault) -> GPid {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { g_strdup($0) } + [nil]
        defer { for argument in arguments { g_free(argument) } }
        // Its output is useless; among other things it complains of displays that are taken.
        let flags = GSpawnFlags(
            G_SPAWN_SEARCH_PATH.rawValue | G_SPAWN_DO_NOT_REAP_CHILD.rawValue | G_SPAWN_STDOUT_TO_DEV_NULL.rawValue
                | G_SPAWN_STDERR_TO_DEV_NULL.rawValue)
        var process: GPid = 0
        let parent = UnsafeMutableRawPointer(bitPattern: Int(getpid()))
        guard g_spawn_async(nil, &arguments, nil, flags, kiroku_end_with_parent, parent, &process, nil) != 0 else {
            throw .noServer
        }
        return process
    }

    /// Returns `false` if the server ends, or is not ready within a minute.
    private static func waitUntilReady(_ server: GPid, display: Int) -> Bool {
        for _ in 0..<6_000 {
            if isServed(display, by: server) { return true }
            if waitpid(server, nil, WNOHANG) != 0 { return false }
            g_usleep(10_000)
        }
        kill(server, SIGKILL)
        waitpid(server, nil, 0)
        return false
    }

    /// Whether this server accepts the windows of programs on the display, which is the last thing that it sets up.
    private static func isServed(_ display: Int, by server: GPid) -> Bool {
        let path = String(cString: g_get_user_runtime_dir()) + "/broadway\(display + 1).socket"
        guard
            let address = g_unix_socket_address_new_with_type(path, -1, G_UNIX_SOCKET_ADDRESS_ABSTRACT),
            let socket = g_socket_new(G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, nil)
        else { return false }
        defer {
            g_object_unref(UnsafeMutableRawPointer(socket))
            g_object_unref(UnsafeMutableRawPointer(address))
        }
        guard g_socket_connect(socket, address, nil, nil) != 0, let owner = g_socket_get_credentials(socket, nil) else {
            return false
        }
        defer { g_object_unref(UnsafeMutableRawPointer(owner)) }
        return g_credentials_get_unix_pid(owner, nil) == server
    }
}
