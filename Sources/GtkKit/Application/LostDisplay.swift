import CGtk
import Glibc

/// The end of the connection to an X server, after which GDK ends the program at once.
@MainActor
public enum LostDisplay {
    private typealias Handler = @convention(c) (OpaquePointer?) -> Int32

    private static var body: (@MainActor () -> Void)?
    /// GDK's, which does not return.
    private static var next: Handler?

    /// Calls `body` when the connection is lost; nothing can be shown any more then, and no loop runs.
    ///
    /// Does nothing where the display is none of X.
    public static func onLoss(_ body: @escaping @MainActor () -> Void) {
        // GDK has Xlib loaded already if it talks to an X server.
        guard let symbol = dlsym(nil, "XSetIOErrorHandler") else { return }
        self.body = body
        let setHandler = unsafeBitCast(symbol, to: (@convention(c) (Handler?) -> Handler?).self)
        next = setHandler { display in
            let bits = PointerBits(display)
            return MainActor.assumeIsolated {
                LostDisplay.body?()
                return LostDisplay.next?(bits.opaque) ?? 0
            }
        }
    }
}
