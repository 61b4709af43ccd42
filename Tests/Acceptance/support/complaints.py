"""What GTK and the desktop's libraries log that is no fault of Kiroku's: all that a test may know of.

The texts are those of GTK 3.24.38, as in Debian 12. A program is judged by everything else that it logs.
"""

FILE_CHOOSER = ("gtk_widget_event: assertion 'WIDGET_REALIZED_FOR_EVENT", "gtk_tree_model_get_iter_first: assertion")
"""The file chooser hands a key on to an entry that is not there yet, and completes a name before it knows any."""

CLOSED_FILE_CHOOSER = ("gtk_tree_", "_gtk_path_bar_set_file: assertion", "g_object_unref: assertion")
"""A file chooser that is closed while it reads its folder goes on with it."""

PRINTERS = ("Couldn't connect to D-Bus system bus",)
"""Whoever looks for printers asks for their colours on the system bus; a desktop for tests has none."""

PRINT_DIALOG = (*PRINTERS, "gtk_notebook_get_tab_label: assertion 'list != NULL' failed")
"""The pages of the print dialog come and go with the printers, while its accessible tree is handed to the bus."""

REFUSED_MENU = (
    "gdk_window_get_window_type: assertion 'GDK_IS_WINDOW", "assertion 'WIDGET_REALIZED_FOR_EVENT",
    "no trigger event for menu")
"""A combo box cannot have the pointer for its list."""
