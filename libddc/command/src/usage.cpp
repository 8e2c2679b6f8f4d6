// SPDX-License-Identifier: MIT
#include "usage.hpp"

#include <ddc/interface/similar.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <vector>

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
    const Names close = interface::similar(typed, known);
    if (!close.empty()) return "; did you mean " + join(close) + "?";
    return std::string("; ") + what + " " + join(known);
}

Names verb_names(const CLI::App& app) {
    Names names;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(verb->get_name());
        for (const std::string& alias : verb->get_aliases()) names.push_back(alias);
    }
    return names;
}

Names option_names(const CLI::App& app) {
    Names names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

/// Those that may stand where an unknown one stood.
Names options_at(const CLI::App& app, const CLI::App* verb) {
    Names names = verb != nullptr ? option_names(*verb) : Names{};
    if (verb == nullptr || app.get_fallthrough())
        for (const std::string& name : option_names(app)) names.push_back(name);
    return names;
}

/// The last one, `info` of `mcap info`; null without any. @param command all before, and itself
const CLI::App* chosen_verb(const CLI::App& app, std::string& command) {
    const CLI::App* verb = nullptr;
    command = app.get_name();
    for (auto verbs = app.get_subcommands(); !verbs.empty(); verbs = verb->get_subcommands()) {
        verb = verbs.front();
        command += " " + verb->get_name();
    }
    return verb;
}

bool is_option(const std::string& text) {
    return text.size() > 1 && text[0] == '-';
}

std::string explain_extra(const CLI::App& app, const CLI::App* verb, const std::string& extra) {
    const Names verbs = verb_names(verb == nullptr ? app : *verb);
    if (is_option(extra)) {
        const std::string typed = extra.substr(0, extra.find('='));
        return "there is no option '" + typed + "'" +
               advice(typed, options_at(app, verb), "the options are");
    }
    if (verbs.empty()) return "'" + extra + "' is one argument too many";
    return "there is no verb '" + extra + "'" + advice(extra, verbs, "the verbs are");
}

/// The word that cannot stand where it does; an unknown option rather than what it made of the
/// words behind it. Empty if every word has a place.
std::string first_extra(const CLI::App& app, const CLI::ParseError& error) {
    const Names extras = app.remaining(true);
    const auto option = std::find_if(extras.begin(), extras.end(), is_option);
    if (option != extras.end()) return *option;
    const bool is_about_extras =
        dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr || app.get_subcommands().empty();
    return extras.empty() || !is_about_extras ? "" : extras.front();
}

}  // namespace

std::string explain(const CLI::App& app, const CLI::ParseError& error) {
    std::string command;
    const CLI::App* verb = chosen_verb(app, command);
    const Names verbs = verb_names(app);
    const std::string extra = first_extra(app, error);
    std::string message = error.what();
    if (!extra.empty())
        message = explain_extra(app, verb, extra);
    else if (verb == nullptr && !verbs.empty() && error.get_name() == "RequiredError")
        message = "what shall it do? The verbs are " + join(verbs);
    return command + ": " + message + "\nSee " + command + " --help";
}

}  // namespace ddc::command
