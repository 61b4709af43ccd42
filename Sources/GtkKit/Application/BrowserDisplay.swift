import CGtk
import Glibc

/// A display that is a page in a browser: GTK's own server for that, `broadwayd`, which ends with this program, however
/// that ends.
///
/// It listens only at 127.0.0.1, but lets in everything that comes from there.
@MainActor
public enum BrowserDisplay {
    /// Where it listens.
    public static let host = "127.0.0.1"

    /// The ports that are tried, in this order.
    public static let ports = 8085...8104

    /// Starts the server at the first port that is free, and has GTK use it; before GTK is started.
    ///
    /// Returns the port, at which it answers by then.
    static func start() throws(DisplayFault) -> Int {
        for port in ports where isFree(port) {
            let display = port - 8080  // as broadwayd itself counts them
            let server = try startServer(port: port, display: display)
            // Somebody else may have taken the port since: then it ends, and the next port is tried.
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
        // What it writes is of no use to anybody; that a port is taken is one of the things that it complains of.
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

    /// Returns `false` if the server has ended, or does not get ready at all.
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

    /// Whether it is this server that takes what programs show on the display: that is the last thing that it sets up.
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
