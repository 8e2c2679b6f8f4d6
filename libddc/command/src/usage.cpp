// SPDX-License-Identifier: MIT
#include "usage.hpp"

#include <vector>

#include "entry_name.hpp"

namespace ddc::command {
namespace {

using Names = std::vector<std::string>;

std::string join(const Names& names) {
    std::string line;
    for (const std::string& name : names) line += (line.empty() ? "" : ", ") + name;
    return line;
}

/// "did you mean X?", or all there are.
std::string advice(const std::string& typed, const Names& known, const char* what) {
    const Names close = similar(typed, known);
    if (!close.empty()) return "; did you mean " + join(close) + "?";
    return std::string("; ") + what + " " + join(known);
}

Names verb_names(const CLI::App& app) {
    Names names;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(verb->get_name());
    return names;
}

Names option_names(const CLI::App& app) {
    Names names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

const CLI::App* chosen_verb(const CLI::App& app) {
    const auto verbs = app.get_subcommands();
    return verbs.empty() ? nullptr : verbs.front();
}

std::string explain_extra(const CLI::App& app, const CLI::App* verb, const std::string& extra) {
    const bool is_option = extra.size() > 1 && extra[0] == '-';
    if (verb == nullptr && !is_option)
        return "there is no verb '" + extra + "'" + advice(extra, verb_names(app), "the verbs are");
    if (!is_option) return "'" + extra + "' is one argument too many";
    Names known = verb != nullptr ? option_names(*verb) : Names{};
    for (const std::string& name : option_names(app)) known.push_back(name);
    const std::string typed = extra.substr(0, extra.find('='));
    return "there is no option '" + typed + "'" + advice(typed, known, "the options are");
}

}  // namespace

std::string explain(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App* verb = chosen_verb(app);
    const Names extras = app.remaining(true);
    const bool unknown = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
                         (verb == nullptr && !extras.empty());
    const std::string command = verb != nullptr ? "ddc " + verb->get_name() : "ddc";
    std::string message = error.what();
    if (unknown && !extras.empty())
        message = explain_extra(app, verb, extras.front());
    else if (verb == nullptr && extras.empty() && error.get_name() == "RequiredError")
        message = "what shall it do? The verbs are " + join(verb_names(app));
    return command + ": " + message + "\nSee " + command + " --help";
}

}  // namespace ddc::command
