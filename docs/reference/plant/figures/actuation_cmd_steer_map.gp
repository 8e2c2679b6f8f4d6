# SPDX-License-Identifier: MIT
model = 'actuation_cmd_steer_map'
asked_per_command = NaN
load figures.'/actuation_steps.inc'
