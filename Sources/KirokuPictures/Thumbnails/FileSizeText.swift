import CGLib

/// A number of bytes as the desktop writes it, such as “3.4 MB”.
public func fileSizeText(_ byteCount: Int) -> String {
    guard let text = g_format_size(guint64(max(byteCount, 0))) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
}
