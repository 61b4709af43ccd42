/// A call of a sheet that does not suit its state; the state stays as it was.
public enum SheetError: Error, Sendable, Hashable {
    /// It is open, or on its way up.
    case isOpen
    /// It is closed, or on its way down.
    case isClosed
    /// The window that it was made for has gone.
    case windowIsGone
}
