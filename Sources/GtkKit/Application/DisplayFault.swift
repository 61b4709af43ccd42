/// Why no window can be shown.
public enum DisplayFault: Error, Hashable, Sendable {
    /// There is no display, and no running process of the program that could take the files.
    case noDisplay
    /// GTK's server for browsers, `broadwayd`, is not installed.
    case noServer
    /// `broadwayd` could not be started at any of ``BrowserDisplay/ports``.
    case serverFails
    /// This GTK was built without what shows windows in a browser.
    case noBrowserBackend
}
