import CGtk

extension Entry {
    /// Lets it be narrower than GTK would make it: so many characters wide.
    public func setLeastCharacters(_ count: Int) {
        gtk_entry_set_width_chars(cast(to: GtkEntry.self), gint(count))
    }
}
