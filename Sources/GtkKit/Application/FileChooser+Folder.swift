import CGtk

extension FileChooser {
    /// Lets the user choose a folder.
    ///
    /// `chosen` is called with its path, or not at all if the user cancels.
    ///
    /// - Parameter folder: what is shown first.
    public static func chooseFolder(
        over window: Window, title: String, accept: String, cancel: String, folder: String,
        chosen: @escaping @MainActor (String) -> Void
    ) {
        guard
            let dialog = make(
                over: window, title: title, action: GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, accept: accept,
                cancel: cancel)
        else { return }
        gtk_file_chooser_set_current_folder(dialog.opaque, folder)
        show(dialog) { paths in
            if let path = paths.first { chosen(path) }
        }
    }

    /// Lets the user choose where something is saved, under a name that is proposed.
    ///
    /// `chosen` is called with the path, or not at all if the user cancels.
    ///
    /// - Parameter replaces: whether a file there may be replaced, before which the desktop asks; otherwise it is for
    ///   `chosen` to say that there is one.
    public static func save(
        over window: Window, title: String, accept: String, cancel: String, name: String, folder: String?,
        replaces: Bool = true, chosen: @escaping @MainActor (String) -> Void
    ) {
        guard
            let dialog = make(
                over: window, title: title, action: GTK_FILE_CHOOSER_ACTION_SAVE, accept: accept, cancel: cancel)
        else { return }
        gtk_file_chooser_set_current_name(dialog.opaque, name)
        gtk_file_chooser_set_do_overwrite_confirmation(dialog.opaque, replaces ? 1 : 0)
        if let folder { gtk_file_chooser_set_current_folder(dialog.opaque, folder) }
        show(dialog) { paths in
            if let path = paths.first { chosen(path) }
        }
    }
}
