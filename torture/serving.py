"""Questions to a server under torture, and what it answers."""

import http.client
import os
import re
import socket
import time

START_SECONDS = 20
ANSWER_SECONDS = 20
ADDRESS = re.compile(rb"http://127\.0\.0\.1:(\d+)/")


def port_of(child, stdout):
    """The port that the server prints; None when it ends, or does not say one for too long."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        with open(stdout, "rb") as file:
            found = ADDRESS.search(file.read(4096))
        if found:
            return int(found[1])
        if os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return None
        time.sleep(0.005)
    return None


def ask(port, questions):
    """The answers to (method, path, body), one after the other; "none" where there is none."""
    answers = []
    for method, path, body in questions:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
        try:
            connection.request(method, path, body, {"Content-Type": "image/jpeg"} if body else {})
            answer = connection.getresponse()
            answers.append(b"%d %s" % (answer.status, answer.read()))
        except (OSError, http.client.HTTPException):
            answers.append(b"none")
        finally:
            connection.close()
    return b"\n".join(answers)


def raw(port, request):
    """What comes back for these bytes, whatever they are; None when it takes too long."""
    answer = b""
    try:
        with socket.create_connection(("127.0.0.1", port), ANSWER_SECONDS) as connection:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(1 << 16):
                answer += part
    except TimeoutError:
        return None
    except OSError:  # it need not listen to the end
        pass
    return answer
