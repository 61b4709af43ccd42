import CGtk

/// The desktop's own dialog for choosing files.
@MainActor
public enum FileChooser {
    /// A kind of files that a dialog offers: a name, and the patterns that file names match.
    public struct Filter: Sendable {
        /// The name of these files in the dialog, in the user's language.
        public let name: String
        /// Shell patterns such as `*.csv`; the dialog offers files that match one of them.
        public let patterns: [String]

        /// Creates an entry for the dialog's list of kinds; the first is chosen when the dialog opens.
        public init(name: String, patterns: [String]) {
            self.name = name
            self.patterns = patterns
        }
    }

    /// Lets the user choose files to open.
    ///
    /// `chosen` is called with their paths, or not at all if the user cancels.
    public static func open(
        over window: Window, title: String, accept: String, cancel: String, filters: [Filter], folder: String?,
        chosen: @escaping @MainActor ([String]) -> Void
    ) {
        guard
            let dialog = make(
                over: window, title: title, action: GTK_FILE_CHOOSER_ACTION_OPEN, accept: accept, cancel: cancel)
        else { return }
        let chooser = dialog.opaque
        gtk_file_chooser_set_select_multiple(chooser, 1)
        if let folder { gtk_file_chooser_set_current_folder(chooser, folder) }
        for filter in filters {
            let made = gtk_file_filter_new()
            gtk_file_filter_set_name(made, filter.name)
            for pattern in filter.patterns { gtk_file_filter_add_pattern(made, pattern) }
            gtk_file_chooser_add_filter(chooser, made)
        }
        show(dialog, chosen: chosen)
    }

    static func make(
        over window: Window, title: String, action: GtkFileChooserAction, accept: String, cancel: String
    ) -> ObjectRef? {
        guard
            let native = gtk_file_chooser_native_new(title, window.cast(to: GtkWindow.self), action, accept, cancel)
        else { return nil }
        return ObjectRef(adopting: UnsafeMutableRawPointer(native))
    }

    /// How long a closed dialog is kept.
    ///
    /// A path that is pasted into its list of files is passed to that list when the owner of the clipboard answers, and
    /// GTK does not check whether the list still exists. It requests three kinds of text, and gives up on each after 30
    /// seconds.
    private static let lateAnswers = Duration.seconds(120)

    /// Shows the dialog, and calls `chosen` with the paths unless the user cancels.
    static func show(_ dialog: ObjectRef, chosen: @escaping @MainActor ([String]) -> Void) {
        gtk_native_dialog_set_modal(UnsafeMutablePointer(dialog.cast(to: GtkNativeDialog.self)), 1)
        // The closure keeps the dialog alive until it is answered.
        var kept: ObjectRef? = dialog
        Signals.connectInt(dialog.pointer, "response") { response in
            guard let dialog = kept else { return }
            kept = nil
            Task {
                try? await Task.sleep(for: lateAnswers)
                withExtendedLifetime(dialog) {}
            }
            let paths = response == Int(GTK_RESPONSE_ACCEPT.rawValue) ? paths(of: dialog.opaque) : []
            if !paths.isEmpty { chosen(paths) }
        }
        gtk_native_dialog_show(dialog.cast(to: GtkNativeDialog.self))
    }

    private static func paths(of chooser: OpaquePointer) -> [String] {
        let list = gtk_file_chooser_get_filenames(chooser)
        defer { g_slist_free_full(list) { g_free($0) } }
        return sequence(first: list) { $0?.pointee.next }.prefix { $0 != nil }.compactMap { node in
            node?.pointee.data.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
        }
    }
}

extension FileChooser {
    /// Lets the user choose a folder.
    ///
    /// `chosen` is called with its path, or not at all if the user cancels.
    ///
    /// - Parameter folder: the folder that is shown first.
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

    /// Lets the user choose where to save something; `name` is the proposed name.
    ///
    /// `chosen` is called with the path, or not at all if the user cancels.
    ///
    /// - Parameter replaces: whether a file may be replaced, in which case the desktop asks first; otherwise `chosen`
    ///   has to refuse a file that exists.
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

/// Addresses of files as other programs give them.
@MainActor
public enum FileAddress {
    /// The path of a file; `nil` if it is not on a disk of this computer.
    ///
    /// - Parameter uri: the address, such as `file:///home/aiko/a%20b.tsv`.
    public static func path(ofURI uri: String) -> String? {
        guard let file = g_file_new_for_uri(uri) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
    }
}
