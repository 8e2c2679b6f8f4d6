# SPDX-License-Identifier: MIT
"""A Slurm of one node on loopback, in a separate folder, ended with all processes that it has
started."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile

from campaigns import LIMIT_S, parent_of
from harness import Process, free_ports, until

# A requeued element waits until its credential has expired, and a dead node is detected after
# SlurmdTimeout: both are short here.
CONFIGURATION = """\
ClusterName=ddc
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={top}/munge.sock,cred_expire=5
CryptoType=crypto/munge
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={top}/state
SlurmdSpoolDir={top}/spool
SlurmctldPidFile={top}/slurmctld.pid
SlurmdPidFile={top}/slurmd.pid
SlurmctldLogFile={top}/slurmctld.log
SlurmdLogFile={top}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SwitchType=switch/none
MpiDefault=none
MailProg=/bin/true
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdTimeout=10
KillWait=5
MaxArraySize={elements}
MaxJobCount=1000
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=500 State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


class CannotStart(Exception):
    """The reason why there is no Slurm on this machine."""


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Slurm:
    def __init__(self, elements):
        """@param elements that a job array may have"""
        if os.geteuid() != 0:
            raise CannotStart("Slurm needs root to start jobs")
        for program in ("munged", "slurmctld", "slurmd", "sbatch"):
            if shutil.which(program) is None:
                raise CannotStart(f"{program} is not installed (./check --cluster installs it)")
        self.temporary = tempfile.TemporaryDirectory()
        self.top = pathlib.Path(self.temporary.name).resolve()
        host = socket.gethostname().split(".")[0]
        self.conf = self.top / "slurm.conf"
        self.conf.write_text(CONFIGURATION.format(host=host, top=self.top, elements=elements,
                                                  ports=free_ports(2, socket.SOCK_STREAM)))
        for folder in ("state", "spool"):
            (self.top / folder).mkdir()
        self.environment = os.environ | {"SLURM_CONF": str(self.conf)}
        self.daemons = {}
        try:
            self._start_daemons()
        except Exception as error:
            self.end()
            raise CannotStart(f"Slurm does not start here: {error}") from error

    def _start_daemons(self):
        key = self.top / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        named = {"key-file": "munge.key", "socket": "munge.sock", "pid-file": "munged.pid",
                 "log-file": "munged.log", "seed-file": "munge.seed"}
        self._start(["munged", "--foreground", "--force",
                     *(f"--{name}={self.top / file}" for name, file in named.items())])
        until((self.top / "munge.sock").exists, "munged", 30)
        self._start(["slurmctld", "-D", "-f", self.conf])
        self.start_node()
        until(lambda: self.ask("sinfo", "--noheader", "--format=%T").strip() == "idle",
              "an idle node", 30)

    def _start(self, words):
        self.daemons[words[0]] = Process(words, environment=self.environment)

    def start_node(self):
        """With a relative name it would start, but its jobs would hang."""
        self._start(["slurmd", "-D", "-f", self.conf])

    def ask(self, *words):
        """@return the output of a command of Slurm"""
        return subprocess.run(words, capture_output=True, text=True, timeout=LIMIT_S,
                              env=self.environment).stdout

    def order(self, *words):
        done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT_S,
                              env=self.environment)
        assert done.returncode == 0, f"{words}: {done.stderr}"

    def processes(self):
        """Pids of all processes of its jobs: slurmstepd writes the log, the others are its
        descendants."""
        parents = {}
        found = []
        for process in pathlib.Path("/proc").iterdir():
            if process.name.isdigit():
                try:
                    parents[int(process.name)] = parent_of(process)
                    if self._is_step(process):
                        found.append(int(process.name))
                except OSError:  # it has ended
                    continue
        for pid in found:
            found += [child for child, parent in parents.items() if parent == pid]
        return found

    def _is_step(self, process):
        return os.path.basename(os.readlink(process / "exe")).startswith("slurmstepd") and \
            any(os.readlink(file).startswith(str(self.top)) for file in (process / "fd").iterdir())

    def crash_node(self):
        """Ends slurmd and all that it has started, as a power failure does."""
        self.daemons.pop("slurmd").close()
        for pid in self.processes():
            kill(pid)

    def queue(self):
        """Its elements, one for each line."""
        return self.ask("squeue", "--noheader", "--array", "--format=%F_%K %T %r").splitlines()

    def end(self):
        for daemon in reversed(self.daemons.values()):
            daemon.stop(limit_s=30)
            daemon.close()
        for pid in self.processes():
            kill(pid)
        until(lambda: not self.processes(), "the end of all of Slurm", 30)
        self.temporary.cleanup()
