// SPDX-License-Identifier: MIT
#pragma once

#include "context.hpp"

/// One function a verb: adds it with its options to the command line.
namespace ddc::command {

void add_list(CLI::App& app, Context& context);
void add_info(CLI::App& app, Context& context);
void add_dump(CLI::App& app, Context& context);
void add_get(CLI::App& app, Context& context);
void add_set(CLI::App& app, Context& context);
void add_watch(CLI::App& app, Context& context);
void add_echo(CLI::App& app, Context& context);
void add_hz(CLI::App& app, Context& context);
void add_record(CLI::App& app, Context& context);
void add_play(CLI::App& app, Context& context);
void add_create(CLI::App& app, Context& context);
void add_remove(CLI::App& app, Context& context);
void add_clean(CLI::App& app, Context& context);
void add_doctor(CLI::App& app, Context& context);
void add_completion(CLI::App& app, Context& context);

}  // namespace ddc::command
