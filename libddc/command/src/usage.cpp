// SPDX-License-Identifier: MIT
#include "usage.hpp"

#include <ddc/interface/similar.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <vector>

namespace ddc::command {
namespace {

using Names = std::vector<std::string>;

/// "; did you mean X?", or empty.
std::string nearest(const std::string& typed, const Names& known) {
    const Names close = interface::similar(typed, known);
    return close.empty() ? "" : "; did you mean " + listed(close) + "?";
}

/// "did you mean X?", or the list of all names.
std::string advice(const std::string& typed, const Names& known, const char* what) {
    const std::string close = nearest(typed, known);
    return close.empty() ? std::string("; ") + what + " " + listed(known) : close;
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

/// Valid options in the position of an unknown one.
Names options_at(const CLI::App& app, const CLI::App* verb) {
    Names names = verb != nullptr ? option_names(*verb) : Names{};
    if (verb == nullptr || app.get_fallthrough())
        for (const std::string& name : option_names(app)) names.push_back(name);
    return names;
}

/// The last verb, `info` of `mcap info`; null if there is none. @param command all words up to it
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

/// The word that is not allowed in its position. An unknown option is preferred to the words after
/// it. Empty if every word is allowed.
std::string first_extra(const CLI::App& app, const CLI::ParseError& error) {
    const Names extras = app.remaining(true);
    const auto option = std::find_if(extras.begin(), extras.end(), is_option);
    if (option != extras.end()) return *option;
    const bool is_about_extras =
        dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr || app.get_subcommands().empty();
    return extras.empty() || !is_about_extras ? "" : extras.front();
}

std::string with_help(const std::string& command, const std::string& message) {
    return command + ": " + message + "\nSee " + command + " --help";
}

}  // namespace

std::string listed(const Names& words, const std::string& between) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : between) + word;
    return line;
}

std::string misfit(const std::string& text, const Names& words) {
    if (std::find(words.begin(), words.end(), text) != words.end()) return {};
    return "must be one of " + listed(words) + ", is '" + text + "'" + nearest(text, words);
}

std::string explain_unknown_verb(const CLI::App& app) {
    std::string command;
    const CLI::App* verb = chosen_verb(app, command);
    const Names extras = app.remaining(true);
    const auto word = std::find_if_not(extras.begin(), extras.end(), is_option);
    if (word == extras.end() || verb_names(verb == nullptr ? app : *verb).empty()) return {};
    return with_help(command, explain_extra(app, verb, *word));
}

std::string explain(const CLI::App& app, const CLI::ParseError& error) {
    std::string command;
    const CLI::App* verb = chosen_verb(app, command);
    const Names verbs = verb_names(app);
    const std::string extra = first_extra(app, error);
    std::string message = error.what();
    if (!extra.empty())
        message = explain_extra(app, verb, extra);
    else if (verb == nullptr && !verbs.empty() && error.get_name() == "RequiredError")
        message = "missing command; use one of: " + listed(verbs);
    return with_help(command, message);
}

}  // namespace ddc::command
