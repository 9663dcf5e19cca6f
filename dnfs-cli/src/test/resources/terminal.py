"""Runs a command in a terminal of its own, presses Ctrl-C when it is ready, and ends with its exit code.

terminal.py READY STDOUT COMMAND...   READY: text:REGEX seen on the terminal, or thread:NAME of the command
                                      STDOUT: a file for the standard output, or - for the terminal
"""
import os
import pty
import re
import select
import signal
import sys
import time

SECONDS = 90

ready, stdout, command = sys.argv[1], sys.argv[2], sys.argv[3:]
kind, what = ready.split(":", 1)

pid, terminal = pty.fork()
if pid == 0:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a build in the background ignores it, and would hand that down
    if stdout != "-":
        os.dup2(os.open(stdout, os.O_WRONLY | os.O_CREAT, 0o600), 1)
    os.execv(command[0], command)


def threads():
    names = []
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{task}/comm") as name:
                names.append(name.read().strip())
        except OSError:
            pass
    return names


seen = b""
pressed = False
end = time.time() + SECONDS
while time.time() < end:
    if select.select([terminal], [], [], 0.1)[0]:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        seen += data
        os.write(1, data)
    if not pressed and (re.search(what.encode(), seen) if kind == "text" else what in threads()):
        pressed = True
        time.sleep(0.5)
        os.write(terminal, b"\x03")
else:
    os.kill(pid, 9)
    print("no end")
code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.exit(code if code >= 0 else 100 - code)
