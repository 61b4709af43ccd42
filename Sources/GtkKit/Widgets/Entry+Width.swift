import CGtk

extension Entry {
    /// Has it be about so many letters wide, and no narrower than `least`.
    public func setWidth(letters: Int, least: Int) {
        gtk_entry_set_width_chars(cast(to: GtkEntry.self), Int32(clamping: least))
        gtk_entry_set_max_width_chars(cast(to: GtkEntry.self), Int32(clamping: letters))
    }
}
