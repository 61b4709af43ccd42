"""Those who make thumbnails of photographs, each on one processor unless it says otherwise.

All get the same files and write PNG pictures of 256 pixels. A figure is the milliseconds that a picture took, of a whole
run over all of them in one process; "first thumbnail" is one picture in a process of its own.
"""
import os
import shutil
import subprocess
import time

from contestants import HERE, Missing, figures, run

COUNT = 16
FIRSTS = 5


class Photographs:
    """The files to measure with, made by a program of our own."""

    def __init__(self, folder):
        self.folder = os.path.join(folder, "photographs")
        self.program = os.path.join(folder, "pictures")
        if not shutil.which("cc") or not shutil.which("pkg-config"):
            raise Missing("pictures: no C compiler (cc) or no pkg-config")
        try:
            flags = run("pkg-config", "--cflags", "--libs", "gdk-pixbuf-2.0", stderr=subprocess.DEVNULL).split()
        except subprocess.CalledProcessError:
            raise Missing("pictures: the headers of gdk-pixbuf are not there") from None
        run("cc", "-O2", "-o", self.program, os.path.join(HERE, "pictures.c"), *flags, "-lm")
        self.make()
        self.files = sorted(os.path.join(self.folder, name) for name in os.listdir(self.folder))

    def make(self):
        if os.path.exists(self.folder):
            return
        shutil.rmtree(self.folder + ".part", ignore_errors=True)
        os.makedirs(self.folder + ".part")
        run(self.program, "make", self.folder + ".part", str(COUNT))
        os.rename(self.folder + ".part", self.folder)


class KirokuPictures:
    """Ours: the same name, so that the figures stand in one column with the others."""

    name = "kiroku"

    def __init__(self, program, photographs):
        self.program, self.photographs = program, photographs

    def measure(self, runs):
        found = {}
        for lines in (1, 2):
            found |= figures(self.run(lines, runs))
        return found

    def run(self, lines, runs):
        folder = self.photographs.folder
        return run(self.program, "pictures", folder, str(lines), str(runs), preexec_fn=lambda: pin(lines))


class Thumbnailer:
    """A program that makes thumbnails; `command` takes the folder for the results and the files."""

    def __init__(self, name, program, command, version, photographs):
        if not shutil.which(program):
            raise Missing(f"{name}: the program {program} is not there")
        self.name, self.command, self.photographs = name, command, photographs
        self.found = version

    def version(self):
        return run(*self.found, stderr=subprocess.STDOUT).splitlines()[0]

    def measure(self, runs):
        files = self.photographs.files
        self.take(files[:1])
        return {
            "thumbnail": [self.take(files) / len(files) for _ in range(runs)],
            "first thumbnail": [self.take([files[place % len(files)]]) for place in range(FIRSTS * runs)],
        }

    def take(self, files):
        out = os.path.join(os.path.dirname(self.photographs.folder), "thumbnails")
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out)
        environment = os.environ | {"VIPS_CONCURRENCY": "1", "MAGICK_THREAD_LIMIT": "1", "OMP_NUM_THREADS": "1"}
        start = time.perf_counter()
        subprocess.run(self.command(out, files), check=True, env=environment, preexec_fn=lambda: pin(1),
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        took = (time.perf_counter() - start) * 1e3
        assert len(os.listdir(out)) == len(files), f"{self.name} did not make all thumbnails"
        return took


def pin(count):
    """Keeps this process on so many processors."""
    os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:count]))


PILLOW = """
import os, sys
from PIL import Image
for path in sys.argv[2:]:
    picture = Image.open(path)
    picture.draft("RGB", (256, 256))
    picture.thumbnail((256, 256))
    picture.save(os.path.join(sys.argv[1], os.path.basename(path) + ".png"))
"""


def contestants(program, folder, python):
    """Ours and the others that are there, and a sentence for each that is not."""
    try:
        photographs = Photographs(folder)
    except Missing as reason:
        return [], [str(reason)]
    makers = [
        lambda: Thumbnailer(
            "vips", "vipsthumbnail", lambda out, files: ["vipsthumbnail", "--size", "256", "-o", out + "/%s.png", *files],
            ["vips", "--version"], photographs),
        lambda: Thumbnailer(
            "gdk-pixbuf", photographs.program, lambda out, files: [photographs.program, "thumbnails", out, *files],
            ["pkg-config", "--modversion", "gdk-pixbuf-2.0"], photographs),
        lambda: Thumbnailer(
            "magick", "mogrify", lambda out, files: [
                "mogrify", "-path", out, "-format", "png", "-define", "jpeg:size=256x256", "-thumbnail", "256x256", *files],
            ["mogrify", "-version"], photographs),
        lambda: pillow(python, photographs),
    ]
    found, missing = [KirokuPictures(program, photographs)], []
    for make in makers:
        try:
            found.append(make())
        except Missing as reason:
            missing.append(str(reason))
    return found, missing


def pillow(python, photographs):
    version = [python, "-c", "import PIL; print(PIL.__version__)"]
    try:
        run(*version, stderr=subprocess.DEVNULL)
    except subprocess.CalledProcessError:
        raise Missing(f"Pillow: {python} does not have it") from None
    return Thumbnailer(
        "Pillow", python, lambda out, files: [python, "-c", PILLOW, out, *files], version, photographs)
