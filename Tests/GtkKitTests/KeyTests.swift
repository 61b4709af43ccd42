import CGtk
import Testing

@testable import GtkKit

struct KeyTests {
    @Test(arguments: [
        (GDK_KEY_Left, Key.left), (GDK_KEY_KP_Left, .left), (GDK_KEY_ISO_Left_Tab, .tab), (GDK_KEY_KP_Enter, .enter),
        (GDK_KEY_F2, .function(2)), (GDK_KEY_F12, .function(12)), (GDK_KEY_space, .space), (GDK_KEY_a, .character("a")),
        (GDK_KEY_KP_7, .character("7")), (GDK_KEY_dead_acute, .compose), (GDK_KEY_Henkan, .compose),
        (GDK_KEY_Shift_L, .other), (GDK_KEY_Menu, .menu), (GDK_KEY_Delete, .delete),
    ])
    func keysAreKnownByWhatTheyDo(code: Int32, key: Key) {
        #expect(Key(code: guint(code)) == key)
    }

    @Test func lockKeysAreNoModifiers() {
        let state = GDK_LOCK_MASK.rawValue | GDK_MOD2_MASK.rawValue | GDK_SHIFT_MASK.rawValue
        #expect(Modifiers(state: state) == .shift)
    }
}
