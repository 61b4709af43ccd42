"""How well the frame around what has the focus can be seen, in painted pixels."""

from .box import Box
from .contrast import contrast
from .pixels import Picture

_THICKNESS = 4
"""The greatest one of a frame, in pixels; it is also no farther away."""

_STRAIGHT = 0.85
"""The part of a frame that is left where its corners are round, and blurred."""


def contrast_of_frame(before: Picture, after: Picture, box: Box) -> float:
    """The contrast of a frame that has come from one picture to the other around something, or within it.

    So much have about as many pixels changed as a line around it takes; 1 if there is no frame.
    """
    # Another frame may have gone close by.
    return max(_contrast(before, after, box.shrunk(-distance, -distance)) for distance in (0, _THICKNESS))


def _contrast(before: Picture, after: Picture, box: Box) -> float:
    changed = {(x, y): contrast(was, now)
               for y, (old, new) in enumerate(zip(before.part(box), after.part(box), strict=True))
               for x, (was, now) in enumerate(zip(old, new, strict=True)) if was != now}
    if not changed:
        return 1
    left, right = min(x for x, _ in changed), max(x for x, _ in changed)
    top, bottom = min(y for _, y in changed), max(y for _, y in changed)
    width, height = right - left + 1, bottom - top + 1
    if width < box.width // 2 or height < box.height // 2:
        return 1  # selected text, or a letter
    edges = sorted((value for (x, y), value in changed.items()
                    if min(x - left, right - x, y - top, bottom - y) < _THICKNESS), reverse=True)
    least = int(2 * (width + height) * _STRAIGHT)
    return edges[least] if len(edges) > least else 1
