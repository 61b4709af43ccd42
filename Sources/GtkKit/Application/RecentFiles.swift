import CGtk

/// The desktop's list of recently used files.
@MainActor
public enum RecentFiles {
    /// Puts a file at the top of the list; does nothing for a path that is not absolute.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - type: its MIME type.
    ///   - program: the name of the program that used it, also the command that opens it.
    ///   - group: by which the program tells what it has opened from what else is listed in its name: GTK's dialogs put
    ///     files there, too, such as those that were only written.
    public static func add(path: String, type: String, program: String, group: String) {
        guard let uri = g_filename_to_uri(path, nil, nil) else { return }
        defer { g_free(uri) }
        let strings = [type, program, "\(program) %u", " " + group].map { (text: String) in g_strdup(text) }
        defer { for string in strings { g_free(string) } }
        // GTK (3.24.38) leaves the groups out where the lowest byte of the first one's address is 0; behind the blank it
        // never is.
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

    /// Takes a file out of the list, if it is there.
    public static func remove(path: String) {
        guard let uri = g_filename_to_uri(path, nil, nil) else { return }
        gtk_recent_manager_remove_item(gtk_recent_manager_get_default(), uri, nil)
        g_free(uri)
    }

    /// The paths of the local files that a program has put into the list, the last one first.
    ///
    /// Files that no longer exist may be among them.
    ///
    /// - Parameter group: the name as given to ``add(path:type:program:group:)``.
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
