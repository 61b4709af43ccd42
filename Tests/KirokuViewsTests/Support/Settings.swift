import CGtk
import GtkKit

/// Sets one of the desktop's settings while a test's body runs.
@MainActor
func withSetting(_ name: String, _ value: Bool, _ body: () throws -> Void) rethrows {
    guard let settings = gtk_settings_get_default().map({ UnsafeMutableRawPointer($0) }) else { return }
    let before = kiroku_get_bool_property(settings, name)
    kiroku_bool_property(settings, name, value ? 1 : 0)
    defer { kiroku_bool_property(settings, name, before) }
    try body()
}

/// Has all texts so many times as large as usual while a test's body runs.
@MainActor
func withTextScale(_ scale: Double, _ body: () throws -> Void) rethrows {
    guard let settings = gtk_settings_get_default() else { return }
    let before = kiroku_get_int_property(UnsafeMutableRawPointer(settings), "gtk-xft-dpi")
    setResolution(settings, Int32(scale * 96 * 1_024))
    defer { setResolution(settings, before) }
    try body()
}

@MainActor
private func setResolution(_ settings: UnsafeMutablePointer<GtkSettings>, _ resolution: Int32) {
    var value = GValue()
    g_value_init(&value, g_type_from_name("gint"))
    g_value_set_int(&value, resolution)
    g_object_set_property(
        UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), "gtk-xft-dpi", &value)
    g_value_unset(&value)
}
