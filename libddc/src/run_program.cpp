// SPDX-License-Identifier: MIT
#include <ddc/run_program.hpp>

#include <ddc/standard_streams.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>

namespace ddc {
namespace {

constexpr int done = 0, failed = 1, wrong_arguments = 2;

std::atomic<bool> stopped{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler writes it");

void stop_on_signals() {
    stopped = false;
    struct sigaction action {};
    action.sa_handler = [](int) { stopped = true; };
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

std::string usage_of(const std::string& command, const ProgramText& text) {
    std::string usage = "Usage: " + command + " REFERENCE_ID";
    for (const std::string& name : text.arguments) usage += " " + name;
    return usage +
           "\n  REFERENCE_ID is hexadecimal, 4000 or above. DDC_NAME in the environment names the "
           "table.\n" +
           text.purpose + "\n";
}

/// @throws ArgumentError
Id reference_id_of(const std::string& text) {
    char* rest = nullptr;
    const long id = std::strtol(text.c_str(), &rest, 16);
    if (*rest != '\0' || id < first_program_id || id >= max_capacity)
        throw ArgumentError("REFERENCE_ID must be hexadecimal, 4000 to ffffff, is '" + text + "'");
    return static_cast<Id>(id);
}

/// @throws ArgumentError
Id reference_id_in(const std::vector<std::string>& words, const ProgramText& text) {
    const std::size_t expected = 1 + text.arguments.size();
    if (words.empty()) throw ArgumentError("REFERENCE_ID is missing");
    if (words.size() < expected)
        throw ArgumentError(text.arguments[words.size() - 1] + " is missing");
    if (words.size() > expected)
        throw ArgumentError("'" + words[expected] + "' is one argument too many");
    return reference_id_of(words.front());
}

void run_body(const std::vector<std::string>& words, const ProgramText& text,
              const std::function<void(const ProgramStart&)>& body) {
    const Id reference_id = reference_id_in(words, text);
    stop_on_signals();
    body({reference_id, {words.begin() + 1, words.end()}, stopped});
}

}  // namespace

int run_program(int argc, char** argv, const ProgramText& text,
                const std::function<void(const ProgramStart&)>& body) {
    open_standard_streams();
    const std::string command = argc > 0 ? argv[0] : "program";
    const std::string name = command.substr(command.rfind('/') + 1);
    const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    const std::string option = words.size() == 1 ? words.front() : "";
    if (option == "--version") {
        std::printf("%s %s\n", name.c_str(), text.version.c_str());
        return done;
    }
    if (option == "-h" || option == "--help") {
        std::fputs(usage_of(command, text).c_str(), stdout);
        return done;
    }
    try {
        run_body(words, text, body);
        return done;
    } catch (const ArgumentError& error) {
        std::fprintf(stderr, "%s: %s\n%s", name.c_str(), error.what(),
                     usage_of(command, text).c_str());
        return wrong_arguments;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
        return failed;
    }
}

}  // namespace ddc
