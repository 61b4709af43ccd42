import CGtk
import GtkKit

extension Widget {
    /// The widget itself and all that is in it and to be seen, in the order in which it lies there.
    public var visibleDescendants: [UnsafeMutablePointer<GtkWidget>] {
        guard isVisible else { return [] }
        guard kiroku_is_a(pointer, gtk_container_get_type()) != 0 else { return [pointer] }
        let list = gtk_container_get_children(object.assumingMemoryBound(to: GtkContainer.self))
        defer { g_list_free(list) }
        return [pointer]
            + sequence(first: list) { $0?.pointee.next }.prefix { $0 != nil }.flatMap { node in
                (node?.pointee.data).map { Borrowed(pointer: $0.assumingMemoryBound(to: GtkWidget.self)) }?
                    .visibleDescendants ?? []
            }
    }

    /// The accessible names of all that is in it and to be seen.
    public var visibleNames: [String] {
        visibleDescendants.compactMap { gtk_widget_get_accessible($0).flatMap { atk_object_get_name($0) } }
            .map { String(cString: $0) }
    }
}

private struct Borrowed: Widget {
    let pointer: UnsafeMutablePointer<GtkWidget>
}
