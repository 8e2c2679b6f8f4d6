#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Prints the ROS 2 domain for a demo: ROS_DOMAIN_ID, or one of 1 to 101 that no process of this
# machine uses. A domain D has the UDP ports from 7400 + 250 D on.
set -euo pipefail

last_domain=101 first_port=7400 ports=250

if [ -n "${ROS_DOMAIN_ID:-}" ]; then
    echo "$ROS_DOMAIN_ID"
    exit
fi
declare -A taken=()
while read -r _ address _; do
    [[ $address == *:* ]] || continue # the header line
    port=$((16#${address##*:}))
    ((port < first_port)) || taken[$(((port - first_port) / ports))]=1
done < <(cat /proc/net/udp /proc/net/udp6 2>/dev/null)
# A random start, so that two concurrent calls rarely return the same domain.
for ((i = 0, start = RANDOM; i < last_domain; i++)); do
    domain=$((1 + (start + i) % last_domain))
    [ -n "${taken[$domain]:-}" ] && continue
    echo $domain
    exit
done
echo "All ROS 2 domains are in use on this machine; set ROS_DOMAIN_ID to one of them" >&2
exit 1
