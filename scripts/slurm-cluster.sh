#!/bin/sh
# A Slurm cluster of two nodes on this machine, each in a network namespace with a host name of its
# own, for trying array scripts; root's. Packages: scripts/install-deps.sh --scale.
#   scripts/slurm-cluster.sh start FOLDER      then: export SLURM_CONF=FOLDER/slurm.conf
#   scripts/slurm-cluster.sh kill FOLDER NODE  the node is gone, with all that runs on it
#   scripts/slurm-cluster.sh stop FOLDER
set -eu
goal="$1"
folder="$2"

# With everything that was started from it.
kill_tree() {
  for child in $(ps -o pid= --ppid "$1"); do kill_tree "$child"; done
  kill -9 "$1" 2>/dev/null || true
}

# slurmd's steps are daemons: they are found by the namespace they live in.
kill_node() {
  for process in $(ip netns pids "saccade-$1" 2>/dev/null); do kill_tree "$process"; done
}

start_node() {
  ip netns add "saccade-$1"
  ip link add "saccade-$1" type veth peer name eth0 netns "saccade-$1"
  ip link set "saccade-$1" master saccade-slurm up
  ip -n "saccade-$1" address add "10.213.77.$2/24" dev eth0
  ip -n "saccade-$1" link set eth0 up
  ip -n "saccade-$1" link set lo up
  mkdir -p "$folder/spool-$1"
  ip netns exec "saccade-$1" unshare --uts sh -c \
    "hostname $1; exec slurmd -N $1 -f '$folder/slurm.conf' -L '$folder/$1.log'"
}

case "$goal" in
start)
  [ "$(id -u)" = 0 ] || { echo "slurm-cluster: namespaces are root's; run this as root" >&2; exit 2; }
  mkdir -p "$folder/state"
  folder=$(cd "$folder" && pwd)
  cores=$(nproc)
  memory=$(($(sed -n 's/^MemTotal: *\([0-9]*\).*/\1/p' /proc/meminfo) / 1024))
  # A node that is silent for ten seconds is lost. No accounts, no passwords: nobody else reaches it.
  cat > "$folder/slurm.conf" <<CONF
ClusterName=saccade
SlurmctldHost=$(hostname)(10.213.77.1)
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/none
CredType=cred/none
SlurmUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SlurmdTimeout=10
SlurmctldTimeout=10
MessageTimeout=5
ReturnToService=2
JobRequeue=1
SchedulerParameters=batch_sched_delay=1,sched_interval=2
AccountingStorageType=accounting_storage/none
NodeName=n1 NodeAddr=10.213.77.11 CPUs=$cores RealMemory=$memory
NodeName=n2 NodeAddr=10.213.77.12 CPUs=$cores RealMemory=$memory
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
  # Read, not used: nothing here is held in cgroups.
  echo CgroupPlugin=cgroup/v1 > "$folder/cgroup.conf"
  ip link add saccade-slurm type bridge
  ip address add 10.213.77.1/24 dev saccade-slurm
  ip link set saccade-slurm up
  slurmctld -f "$folder/slurm.conf" -L "$folder/slurmctld.log"
  start_node n1 11
  start_node n2 12
  export SLURM_CONF="$folder/slurm.conf"
  for _ in $(seq 60); do
    [ "$(sinfo -h -o '%T %D' 2>/dev/null)" = "idle 2" ] && exit 0
    sleep 1
  done
  echo "slurm-cluster: the nodes do not come up; see $folder/*.log" >&2
  exit 1
  ;;
kill)
  kill_node "$3"
  ip link set "saccade-$3" down
  ;;
stop)
  for node in n1 n2; do
    kill_node "$node"
    ip netns delete "saccade-$node" 2>/dev/null || true
  done
  [ -s "$folder/slurmctld.pid" ] && kill "$(cat "$folder/slurmctld.pid")" 2>/dev/null || true
  ip link delete saccade-slurm 2>/dev/null || true
  ;;
*)
  echo "slurm-cluster: start, kill or stop is expected, not $goal" >&2
  exit 2
  ;;
esac
