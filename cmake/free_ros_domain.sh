#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Prints the domain of ROS 2 that a demo uses: ROS_DOMAIN_ID, or one of 1 to 101 that no process of
# this machine is in. A domain D has the UDP ports from 7400 + 250 D on.
set -euo pipefail

last_domain=101 first_port=7400 ports=250

if [ -n "${ROS_DOMAIN_ID:-}" ]; then
    echo "$ROS_DOMAIN_ID"
    exit
fi
declare -A taken=()
while read -r _ address _; do
    [[ $address == *:* ]] || continue # the head of the table
    port=$((16#${address##*:}))
    ((port < first_port)) || taken[$(((port - first_port) / ports))]=1
done < <(cat /proc/net/udp /proc/net/udp6 2>/dev/null)
# Not the same one for two who look at the same time.
for ((i = 0, start = RANDOM; i < last_domain; i++)); do
    domain=$((1 + (start + i) % last_domain))
    [ -n "${taken[$domain]:-}" ] && continue
    echo $domain
    exit
done
echo "All domains of ROS 2 are in use on this machine; set ROS_DOMAIN_ID to one of them" >&2
exit 1
