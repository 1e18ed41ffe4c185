"""What a worker calls that is to die in the middle."""

import os
import signal


def die_once(mark):
    """Kills this process, unless one has died of the same `mark` before."""
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return
    os.kill(os.getpid(), signal.SIGKILL)


def keyed(rows):
    """Scanpaths by picture, task and sample; there must be one of each."""
    found = {
        (row["picture"], row["task"], row["sample"]): [
            row["found_at"], list(row["x"]), list(row["y"])
        ]
        for row in rows
    }
    assert len(found) == len(rows)
    return found
