"""Runs gcloud commands one after the other, each in a fork of one process.

Reads one JSON object a line: {"env": {}, "dir": "", "args": [], "out": ""}; prints the exit status of each. The output
of the command goes to the file "out". A fork starts from the same modules as a fresh gcloud, and saves its start-up.
"""
import importlib
import json
import os
import sys

root = os.environ["CLOUDSDK_ROOT_DIR"]
sys.path[:0] = [os.path.join(root, "lib"), os.path.join(root, "lib", "third_party")]
from googlecloudsdk import gcloud_main  # noqa: E402
from googlecloudsdk.api_lib.util import apis  # noqa: E402

apis.GetMessagesModule("dataproc", "v1")
for name in ("api_lib.dataproc.util", "command_lib.dataproc.clusters", "command_lib.dataproc.flags", "command_lib.iam.iam_util",
             "api_lib.dataflow.apis", "command_lib.builds.submit_util", "core.requests", "core.credentials.requests"):
    importlib.import_module("googlecloudsdk." + name)


def run(job):
    os.environ.update(job["env"])
    os.chdir(job["dir"])
    out = os.open(job["out"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(out, 2)
    sys.argv = ["gcloud"] + job["args"]
    try:
        return gcloud_main.main() or 0
    except SystemExit as e:
        return e.code if isinstance(e.code, int) else int(e.code is not None)
    except BaseException:
        return 1


for line in sys.stdin:
    pid = os.fork()
    if pid == 0:
        code = run(json.loads(line))
        sys.stdout.flush()
        os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
