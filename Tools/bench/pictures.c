/* Photographs to measure with, and gdk-pixbuf as one of those that make thumbnails of them.
 *
 *     pictures make FOLDER COUNT       writes FOLDER/photo-NN.jpg: 4000 x 3000 pixels, the same on every machine, each
 *                                      with a small picture in it, as cameras do
 *     pictures thumbnails FOLDER FILE...   writes FOLDER/NN.png of 256 pixels for each file
 */
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 4000, HEIGHT = 3000, SIDE = 256 };

static guint32 state;

static guint32 next_random(void) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

static int clip(double value) { return value < 0 ? 0 : value > 255 ? 255 : (int)value; }

/* Waves, shapes with hard edges, and grain as of a sensor: what makes a photograph as large as it is. */
static GdkPixbuf *photograph(guint32 seed) {
    state = seed * 2654435761u + 1;
    GdkPixbuf *picture = gdk_pixbuf_new(GDK_COLORSPACE_RGB, FALSE, 8, WIDTH, HEIGHT);
    guchar *pixels = gdk_pixbuf_get_pixels(picture);
    const int stride = gdk_pixbuf_get_rowstride(picture);
    double factor[9];
    for (int i = 0; i < 9; i++) factor[i] = 0.3 + next_random() % 2700 / 1000.0;
    int shape[40][4];
    for (int i = 0; i < 40; i++)
        for (int k = 0; k < 4; k++) shape[i][k] = (int)(next_random() % (k == 0 ? WIDTH : k == 1 ? HEIGHT : 500));
    for (int y = 0; y < HEIGHT; y++) {
        guchar *pixel = pixels + (gsize)y * stride;
        for (int x = 0; x < WIDTH; x++, pixel += 3) {
            const double u = x / 1000.0, v = y / 1000.0;
            const double grain = (int)(next_random() % 31) - 15;
            for (int k = 0; k < 3; k++) {
                double value = 125 + 50 * sin(factor[k] * u + factor[3 + k] * v) + 50 * cos(factor[6 + k] * u * v);
                pixel[k] = (guchar)clip(value + grain);
            }
        }
    }
    for (int i = 0; i < 40; i++) {
        const int bottom = MIN(HEIGHT, shape[i][1] + shape[i][2]), right = MIN(WIDTH, shape[i][0] + shape[i][3]);
        for (int y = shape[i][1]; y < bottom; y++)
            for (int x = shape[i][0]; x < right; x++) {
                guchar *pixel = pixels + (gsize)y * stride + 3 * x;
                for (int k = 0; k < 3; k++) pixel[k] = (guchar)((pixel[k] + shape[i][2 + k % 2] % 256) / 2);
            }
    }
    return picture;
}

static void put(guchar **place, guint32 value, int count) {
    for (int i = count - 1; i >= 0; i--) *(*place)++ = (guchar)(value >> (8 * i));
}

static void put_entry(guchar **place, guint32 tag, guint32 type, guint32 value) {
    put(place, tag, 2);
    put(place, type, 2);
    put(place, 1, 4);
    put(place, type == 3 ? value << 16 : value, 4);
}

/* The segment of a JPEG file in which cameras put a small picture. */
static gsize exif(guchar *segment, const gchar *small, gsize size) {
    guchar *place = segment;
    put(&place, 0xffe1, 2);
    put(&place, (guint32)(size + 2 + 6 + 8 + 18 + 30), 2);
    memcpy(place, "Exif\0\0MM\0*", 10);
    place += 10;
    put(&place, 8, 4);
    put(&place, 1, 2);
    put_entry(&place, 0x0112, 3, 1);
    put(&place, 26, 4);
    put(&place, 2, 2);
    put_entry(&place, 0x0201, 4, 56);
    put_entry(&place, 0x0202, 4, (guint32)size);
    put(&place, 0, 4);
    memcpy(place, small, size);
    return (gsize)(place - segment) + size;
}

static int make(const char *folder, int count) {
    for (int i = 0; i < count; i++) {
        gchar *large = NULL, *small = NULL, path[4096];
        gsize large_size, small_size;
        GdkPixbuf *picture = photograph((guint32)i + 1);
        GdkPixbuf *reduced = gdk_pixbuf_scale_simple(picture, 160, 120, GDK_INTERP_BILINEAR);
        if (!gdk_pixbuf_save_to_buffer(picture, &large, &large_size, "jpeg", NULL, "quality", "90", NULL)) return 1;
        if (!gdk_pixbuf_save_to_buffer(reduced, &small, &small_size, "jpeg", NULL, "quality", "80", NULL)) return 1;
        guchar *segment = g_malloc(small_size + 256);
        const gsize size = exif(segment, small, small_size);
        snprintf(path, sizeof path, "%s/photo-%02d.jpg", folder, i);
        FILE *file = fopen(path, "wb");
        if (!file || fwrite(large, 1, 2, file) != 2 || fwrite(segment, 1, size, file) != size ||
            fwrite(large + 2, 1, large_size - 2, file) != large_size - 2 || fclose(file) != 0)
            return 1;
        g_free(large);
        g_free(small);
        g_free(segment);
        g_object_unref(picture);
        g_object_unref(reduced);
    }
    return 0;
}

static int thumbnails(const char *folder, char **files) {
    for (int i = 0; files[i]; i++) {
        gchar path[4096];
        GdkPixbuf *picture = gdk_pixbuf_new_from_file_at_scale(files[i], SIDE, SIDE, TRUE, NULL);
        snprintf(path, sizeof path, "%s/%02d.png", folder, i);
        if (!picture || !gdk_pixbuf_save(picture, path, "png", NULL, NULL)) return 1;
        g_object_unref(picture);
    }
    return 0;
}

int main(int count, char **words) {
    if (count == 4 && !strcmp(words[1], "make")) return make(words[2], atoi(words[3]));
    if (count > 3 && !strcmp(words[1], "thumbnails")) return thumbnails(words[2], words + 3);
    fputs("Usage: pictures make FOLDER COUNT, or pictures thumbnails FOLDER FILE...\n", stderr);
    return 2;
}
