"""What GTK and the desktop's libraries log that is no fault of Kiroku's: all that a test may know of.

The texts are those of GTK 3.24.38, as in Debian 12. A program is judged by everything else that it logs.
"""

FILE_CHOOSER = (
    "gtk_widget_event: assertion 'WIDGET_REALIZED_FOR_EVENT", "gtk_tree_model_get_iter_first: assertion",
    "gdk_window_get_device_position_double: assertion 'GDK_IS_WINDOW")
"""The file chooser hands keys and the focus on to its entry for a path while that is not there, and completes a name before
it knows any."""

CLOSED_FILE_CHOOSER = ("gtk_tree_", "_gtk_path_bar_set_file: assertion", "g_object_unref: assertion")
"""A file chooser that is closed while it reads its folder goes on with it."""

EMOJI = ("g_variant_unref: assertion 'value != NULL' failed",)
"""A list of emoji goes with its text field before it has read the emoji."""

READ_LATE = (
    "gtk_popover_get_modal: assertion 'GTK_IS_POPOVER (popover)' failed",
    "gtk_range_get_adjustment: assertion 'GTK_IS_RANGE (range)' failed", "atk_range_",
    "gdk_window_get_origin: assertion 'GDK_IS_WINDOW (window)' failed")
"""Accessible objects of popovers and scales outlive their widgets as long as the bus knows them, and do not look whether
these are still there: they are asked by an assistive program, or by the bridge to the bus, when idle. Entries and labels
that are not realized, asked where one of their characters stands, ask the window that they do not have."""

FRAME_CLOCK = (
    "g_signal_handler_disconnect: assertion 'handler_id > 0' failed",
    "gdk_frame_clock_idle_end_updating: assertion 'priv->updating_count > 0' failed")
"""A widget that is on its way out loses its place at the clock twice: GTK counts that itself for those who ask for frames
with `gtk_widget_add_tick_callback`, and Kiroku has no other way to do so. It never disconnects what is not connected."""

PRINTERS = ("Couldn't connect to D-Bus system bus",)
"""Whoever looks for printers asks for their colours on the system bus; a desktop for tests has none."""

PRINT_DIALOG = (*PRINTERS, "gtk_notebook_get_tab_label: assertion 'list != NULL' failed")
"""The pages of the print dialog come and go with the printers, while its accessible tree is handed to the bus."""

REFUSED_MENU = (
    "gdk_window_get_window_type: assertion 'GDK_IS_WINDOW", "assertion 'WIDGET_REALIZED_FOR_EVENT",
    "no trigger event for menu")
"""A combo box cannot have the pointer for its list."""
