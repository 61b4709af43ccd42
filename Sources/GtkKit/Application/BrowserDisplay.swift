import CGtk
import Glibc

/// A display that is a page in a browser, served by GTK's `broadwayd`, which ends with this program in every case.
///
/// The server listens only at 127.0.0.1, but accepts every connection from there.
@MainActor
public enum BrowserDisplay {
    /// The address of the server.
    public static let host = "127.0.0.1"

    /// The ports to try, in this order.
    public static let ports = 8085...8104

    /// Starts the server at the first free port, and has GTK use it; call it before GTK is started.
    ///
    /// Returns the port, at which the server already answers.
    static func start() throws(DisplayFault) -> Int {
        for port in ports where isFree(port) {
            let display = port - 8080  // as broadwayd itself counts them
            let server = try startServer(port: port, display: display)
            // Another program may have taken the port since; the server then ends, and the next port is tried.
            guard waitUntilReady(server, display: display) else { continue }
            setenv("GDK_BACKEND", "broadway", 1)
            setenv("BROADWAY_DISPLAY", ":\(display)", 1)
            return port
        }
        throw .serverFails
    }

    private static func isFree(_ port: Int) -> Bool {
        let address = g_inet_socket_address_new_from_string(host, UInt32(port))
        let listener = g_socket_listener_new()
        defer {
            g_object_unref(UnsafeMutableRawPointer(listener))
            g_object_unref(UnsafeMutableRawPointer(address))
        }
        return g_socket_listener_add_address(
            listener, address, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, nil, nil, nil) != 0
    }

    private static func startServer(port: Int, display: Int) throws(DisplayFault) -> GPid {
        let words = ["broadwayd", "--address", host, "--port", "\(port)", ":\(display)"]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { g_strdup($0) } + [nil]
        defer { for argument in arguments { g_free(argument) } }
        // Its output is useless; among other things it complains of ports that are taken.
        let flags = GSpawnFlags(
            G_SPAWN_SEARCH_PATH.rawValue | G_SPAWN_DO_NOT_REAP_CHILD.rawValue | G_SPAWN_STDOUT_TO_DEV_NULL.rawValue
                | G_SPAWN_STDERR_TO_DEV_NULL.rawValue)
        var server: GPid = 0
        let parent = UnsafeMutableRawPointer(bitPattern: Int(getpid()))
        guard g_spawn_async(nil, &arguments, nil, flags, kiroku_end_with_parent, parent, &server, nil) != 0 else {
            throw .noServer
        }
        return server
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
