# SPDX-License-Identifier: MIT
model = 'actuation_cmd'
asked_per_command = 1.0
load figures.'/actuation_steps.inc'
