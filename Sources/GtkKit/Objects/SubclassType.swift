import CGtk

/// Registers GObject classes that are written in Swift.
@MainActor
enum SubclassType {
    /// Registers a class that adds no C fields to those of its parent.
    ///
    /// The class exists for the life of the program, so it can be registered only once.
    static func register(
        _ name: String, parent: GType,
        classInit: @escaping @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void,
        interfaces: [(GType, GInterfaceInitFunc)] = []
    ) -> GType {
        var parentSizes = GTypeQuery()
        g_type_query(parent, &parentSizes)
        var info = GTypeInfo()
        info.class_size = guint16(parentSizes.class_size)
        info.instance_size = guint16(parentSizes.instance_size)
        info.class_init = classInit
        let type = g_type_register_static(parent, name, &info, GTypeFlags(rawValue: 0))
        for (interface, fill) in interfaces {
            var description = GInterfaceInfo(
                interface_init: fill, interface_finalize: nil, interface_data: nil)
            g_type_add_interface_static(type, interface, &description)
        }
        return type
    }
}
