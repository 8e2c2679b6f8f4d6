# SPDX-License-Identifier: MIT
model = 'actuation_cmd_vgr'
asked_per_command = 1.0/21.013
load figures.'/actuation_steps.inc'
