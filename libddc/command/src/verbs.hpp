// SPDX-License-Identifier: MIT
#pragma once

#include "context.hpp"

namespace ddc::command {

// The verbs in the order of the help. A new verb is a word here and a function add_NAME in a
// separate source file, which adds the verb with its options to the command line.
// clang-format off
#define DDC_VERBS(DO) \
    DO(list)          \
    DO(info)          \
    DO(stats)         \
    DO(dump)          \
    DO(get)           \
    DO(set)           \
    DO(watch)         \
    DO(echo)          \
    DO(hz)            \
    DO(record)        \
    DO(play)          \
    DO(create)        \
    DO(remove)        \
    DO(clean)         \
    DO(doctor)        \
    DO(completion)
// clang-format on

#define DDC_DECLARE_VERB(name) void add_##name(CommandLine& line, Context& context);
DDC_VERBS(DDC_DECLARE_VERB)
#undef DDC_DECLARE_VERB

}  // namespace ddc::command
