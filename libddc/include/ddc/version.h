/* SPDX-License-Identifier: MIT */
#pragma once

/* The version of the project and of every program in it. This is the only place that defines it:
 * CMake reads it here, so that a build of libddc/ alone has it too. */
#define DDC_VERSION "1.0.0"
