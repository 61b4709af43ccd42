/// The object that a constructor of GLib's, GTK's or Pango's returned.
///
/// C's headers cannot say so, but there always is one: GLib ends the program itself where memory is short.
func made<Object>(_ object: Object?, by function: StaticString = #function) -> Object {
    guard let object else { preconditionFailure("nothing was made for \(function)") }
    return object
}
