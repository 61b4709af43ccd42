/* The least program that shows a table with what GTK offers for it: a GtkTreeView over a GtkListStore.
 *
 *     floor [FILE]     the records of FILE, tab-separated text of five fields; an empty window without it
 */
#include <gtk/gtk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 5 };

static GtkListStore *read_cards(const char *path)
{
    GtkListStore *cards =
        gtk_list_store_new(FIELDS, G_TYPE_INT64, G_TYPE_DOUBLE, G_TYPE_BOOLEAN, G_TYPE_STRING, G_TYPE_STRING);
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    if (!file || getline(&line, &room, file) < 0) exit(1);
    while (getline(&line, &room, file) >= 0) {
        char *cells[FIELDS], *rest = line;
        line[strcspn(line, "\n")] = '\0';
        for (int field = 0; field < FIELDS; field++) cells[field] = strsep(&rest, "\t");
        if (!cells[FIELDS - 1]) exit(1);
        gtk_list_store_insert_with_values(
            cards, NULL, -1, 0, (gint64)atoll(cells[0]), 1, strtod(cells[1], NULL), 2, cells[2][0] == 't', 3, cells[3],
            4, cells[4], -1);
    }
    free(line);
    fclose(file);
    return cards;
}

static GtkWidget *table(GtkListStore *cards)
{
    GtkWidget *view = gtk_tree_view_new_with_model(GTK_TREE_MODEL(cards));
    for (int field = 0; field < FIELDS; field++) {
        GtkTreeViewColumn *column =
            gtk_tree_view_column_new_with_attributes("", gtk_cell_renderer_text_new(), "text", field, NULL);
        gtk_tree_view_column_set_sizing(column, GTK_TREE_VIEW_COLUMN_FIXED);
        gtk_tree_view_column_set_fixed_width(column, 170);
        gtk_tree_view_append_column(GTK_TREE_VIEW(view), column);
    }
    gtk_tree_view_set_fixed_height_mode(GTK_TREE_VIEW(view), TRUE);
    GtkWidget *scrolled = gtk_scrolled_window_new(NULL, NULL);
    gtk_container_add(GTK_CONTAINER(scrolled), view);
    return scrolled;
}

int main(int argc, char **argv)
{
    gtk_init(&argc, &argv);
    GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    gtk_window_set_default_size(GTK_WINDOW(window), 960, 640);
    g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
    if (argc > 1) gtk_container_add(GTK_CONTAINER(window), table(read_cards(argv[1])));
    gtk_widget_show_all(window);
    gtk_main();
}
