// SPDX-License-Identifier: MIT
#include "gateway_process.hpp"

#include <gateway/base/exit_code.hpp>
#include <gateway/base/process_start.hpp>
#include <gateway/base/run_streams.hpp>
#include <gateway/base/signals.hpp>
#include "process/program_file.hpp"
#include "service/journal.hpp"

#include <ddc/standard_streams.hpp>

#include <csignal>
#include <iostream>

namespace gateway {
namespace {

constexpr const char* full = "ddc-gateway-full";

RunControl control;

void pause_on_signals() {
    struct sigaction action {};
    action.sa_handler = [](int) { control.begin_pause(); };
    ::sigaction(SIGUSR1, &action, nullptr);
    action.sa_handler = [](int) { control.pause = false; };
    ::sigaction(SIGUSR2, &action, nullptr);
}

/// The error message if ddc-gateway-full is missing, with the way to get it.
std::string missing_full() {
    const std::filesystem::path build = own_directory().parent_path();
    std::error_code none;
    const bool is_built_here = std::filesystem::exists(build / "CMakeCache.txt", none);
    return std::string(full) + ", which has this command, " +
           (is_built_here ? "is not built yet; build it with\n    cmake --build " + build.string() +
                                " --target ddc_gateway_full"
                          : "is missing in the folder of ddc-gateway; reinstall ddc-gateway");
}

int become_full(const ProcessStart& start) {
    const auto file = own_program(full, own_directory());
    const std::string problem = file ? start.become(*file, control) : missing_full();
    std::cerr << mark_on_stderr(spdlog::level::err) << "ddc-gateway: " << problem << '\n';
    return exit_code::failed;
}

}  // namespace

int gateway_process(char** arguments, const GatewayCommand& command) {
    ddc::open_standard_streams();
    const ProcessStart start(arguments);
    pause_on_signals();
    handle_signals(control);
    const std::optional<int> code = [&] {
        RunStreams streams(control);
        std::vector<std::string> words;
        for (char** word = arguments + 1; *word != nullptr; ++word) words.emplace_back(*word);
        return command(words, streams.out(), streams.err(), control);
    }();
    return code ? start.again_or(*code, control) : become_full(start);
}

}  // namespace gateway
