// SPDX-License-Identifier: MIT
#include "completion.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <sstream>

namespace ddc::command {
namespace {

using Kind = Values::Kind;

/// The words in the braces of a type such as `TEXT:{newest,oldest}`, the only valid values.
std::vector<std::string> choices_of(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    const std::size_t begin = type.find('{');
    const std::size_t end = type.find('}', begin);
    if (begin == std::string::npos || end == std::string::npos) return {};
    std::istringstream text(type.substr(begin + 1, end - begin - 1));
    std::vector<std::string> words;
    for (std::string word; std::getline(text, word, ',');) words.push_back(word);
    return words;
}

bool is_upper_case(const std::string& text) {
    return std::none_of(text.begin(), text.end(),
                        [](unsigned char c) { return std::islower(c) != 0; });
}

/// Determined by the word that represents the value in the help. Any text may be a file, except for
/// positional arguments in lower case, which name entries of a table.
Values values_of(const CLI::Option& option) {
    if (option.get_items_expected_max() == 0) return {Kind::none, {}};
    if (std::vector<std::string> words = choices_of(option); !words.empty())
        return {Kind::words, std::move(words)};
    const bool is_positional = option.get_positional();
    const std::string text =
        is_positional ? option.get_name(true, false) : option.get_option_text();
    if (text == "TABLE" || text == "table") return {Kind::tables, {}};
    if (text == "FILE" || text == "file") return {Kind::files, {}};
    if (text == "TYPE") return {Kind::words, {"bool", "int32", "double", "string", "none"}};
    const bool may_be_file = is_positional ? is_upper_case(text) : text.empty();
    return {may_be_file && option.get_type_name() == "TEXT" ? Kind::files : Kind::any, {}};
}

CompletedOption describe(const CLI::Option& option) {
    CompletedOption result;
    for (const std::string& name : option.get_snames()) result.spellings.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) result.spellings.push_back("--" + name);
    result.description = option.get_description();
    result.values = values_of(option);
    return result;
}

CompletedVerb describe(const CLI::App& app) {
    CompletedVerb verb;
    const std::string description = app.get_description();
    verb.description = description.substr(0, description.find_first_of(".;:"));
    for (const CLI::Option* option : app.get_options()) {
        if (option->nonpositional())
            verb.options.push_back(describe(*option));
        else if (verb.positional.kind == Kind::none)
            verb.positional = values_of(*option);
    }
    return verb;
}

bool has(const CompletedVerb& verb, const CompletedOption& option) {
    return std::any_of(verb.options.begin(), verb.options.end(), [&](const CompletedOption& other) {
        return other.spellings == option.spellings;
    });
}

void add_missing_options(CompletedVerb& verb, const std::vector<CompletedOption>& options) {
    for (const CompletedOption& option : options)
        if (!has(verb, option) && option.spellings.back() != "--version")
            verb.options.push_back(option);
}

/// Appends `verb`, which describes `app`, and the verbs below it.
void append(std::vector<CompletedVerb>& verbs, CompletedVerb verb, const CLI::App& app) {
    const std::size_t self = verbs.size();
    const std::string path = verb.path;
    verbs.push_back(std::move(verb));
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
        CompletedVerb below = describe(*sub);
        below.parent = path;
        below.path = path + (path.empty() ? "" : " ") + sub->get_name();
        below.names = {sub->get_name()};
        for (const std::string& alias : sub->get_aliases()) below.names.push_back(alias);
        verbs[self].positional.kind = Kind::words;
        verbs[self].positional.are_verbs = true;
        for (const std::string& name : below.names) verbs[self].positional.words.push_back(name);
        if (app.get_fallthrough()) add_missing_options(below, verbs[self].options);
        append(verbs, std::move(below), *sub);
    }
}

}  // namespace

std::vector<CompletedVerb> describe_for_completion(const CLI::App& app) {
    std::vector<CompletedVerb> verbs;
    append(verbs, describe(app), app);
    return verbs;
}

}  // namespace ddc::command
