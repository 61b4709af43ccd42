import CGtk

/// The desktop's list of recently used files.
@MainActor
public enum RecentFiles {
    /// Puts a file at the top of the list; does nothing if the path is not absolute.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - type: its MIME type.
    ///   - program: the name of the program that has used the file, and the command that opens it.
    ///   - group: the name of a group for the files that the program has opened: GTK's dialogs also list files in the
    ///     program's name, such as those that it has only written.
    public static func add(path: String, type: String, program: String, group: String) {
        guard let uri = g_filename_to_uri(path, nil, nil) else { return }
        defer { g_free(uri) }
        let strings = [type, program, "\(program) %u", " " + group].map { (text: String) in g_strdup(text) }
        defer { for string in strings { g_free(string) } }
        // GTK (3.24.38) leaves out the groups if the lowest byte of the first one's address is 0, so a blank precedes
        // it.
        var groups = [strings[3].map { $0 + 1 }, nil]
        groups.withUnsafeMutableBufferPointer { groups in
            var data = GtkRecentData()
            data.mime_type = strings[0]
            data.app_name = strings[1]
            data.app_exec = strings[2]
            data.groups = groups.baseAddress
            gtk_recent_manager_add_full(gtk_recent_manager_get_default(), uri, &data)
        }
    }

    /// Removes a file from the list, if it is there.
    public static func remove(path: String) {
        guard let uri = g_filename_to_uri(path, nil, nil) else { return }
        gtk_recent_manager_remove_item(gtk_recent_manager_get_default(), uri, nil)
        g_free(uri)
    }

    /// The paths of the local files in a group, the last one used first.
    ///
    /// Files that no longer exist may be among them.
    ///
    /// - Parameter group: the name that was given to ``add(path:type:program:group:)``.
    public static func paths(in group: String) -> [String] {
        let list = gtk_recent_manager_get_items(gtk_recent_manager_get_default())
        var found: [(path: String, time: time_t)] = []
        var node = list
        while let item = node {
            node = item.pointee.next
            guard let data = item.pointee.data else { continue }
            let info = OpaquePointer(data)
            if gtk_recent_info_has_group(info, group) != 0,
                let path = g_filename_from_uri(gtk_recent_info_get_uri(info), nil, nil)
            {
                found.append((String(cString: path), gtk_recent_info_get_modified(info)))
                g_free(path)
            }
            gtk_recent_info_unref(info)
        }
        g_list_free(list)
        return found.sorted { $0.time > $1.time }.map(\.path)
    }
}

/// The desktop's trash.
public enum Trash {
    /// Moves a file or folder to the trash; may take as long as the disk.
    ///
    /// - Returns: the system's own words if it cannot be moved there; `nil` if it was.
    public nonisolated static func move(_ path: String) -> String? {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        var error: UnsafeMutablePointer<GError>?
        guard g_file_trash(file, nil, &error) == 0 else { return nil }
        defer { g_clear_error(&error) }
        return error.flatMap { String(cString: $0.pointee.message) } ?? ""
    }
}
