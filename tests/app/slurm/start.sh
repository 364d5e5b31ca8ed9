#!/bin/bash
# Slurm with two nodes on this machine, until its process ends: start.sh FOLDER, in mount and process namespaces of its own. The
# packages lie unpacked in FOLDER/root; slurmd wants its helper in /usr/sbin.
folder=$1
root=$folder/root
export LD_LIBRARY_PATH=$root/usr/lib/x86_64-linux-gnu:$root/usr/lib/x86_64-linux-gnu/slurm-wlm
export SLURM_CONF=$folder/slurm.conf
mount -t overlay overlay -o "lowerdir=$root/usr/sbin:/usr/sbin" /usr/sbin || exit 1
"$root/usr/sbin/munged" --foreground --force --socket="$folder/munge.sock" --key-file="$folder/key/munge.key" \
  --pid-file="$folder/key/munged.pid" --log-file="$folder/key/munged.log" --seed-file="$folder/key/seed" &
until [ -S "$folder/munge.sock" ]; do sleep 0.1; done
"$root/usr/sbin/slurmctld-wlm" -D &
for node in n1 n2; do "$root/usr/sbin/slurmd-wlm" -D -N $node & done
wait
