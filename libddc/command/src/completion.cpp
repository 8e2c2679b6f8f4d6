// SPDX-License-Identifier: MIT
#include "completion.hpp"

#include "verbs.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace ddc::command {
namespace {

const std::vector<std::string> shells{"bash", "zsh", "fish"};

/// Told by the text that stands for the value in the help.
Values values_of(const CLI::Option& option) {
    using Kind = Values::Kind;
    const std::string text =
        option.get_positional() ? option.get_name(true, false) : option.get_option_text();
    if (option.get_items_expected_max() == 0) return {Kind::none, {}};
    if (text == "TABLE" || text == "table") return {Kind::tables, {}};
    if (text == "FILE" || text == "file") return {Kind::files, {}};
    if (text == "FORMAT") return {Kind::words, {"table", "json", "ndjson", "csv"}};
    if (text == "TYPE") return {Kind::words, {"bool", "int32", "double", "string", "none"}};
    if (text == "shell") return {Kind::words, shells};
    return {Kind::any, {}};
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
        else
            verb.positional = values_of(*option);
    }
    return verb;
}

bool has(const CompletedVerb& verb, const CompletedOption& option) {
    return std::any_of(verb.options.begin(), verb.options.end(), [&](const CompletedOption& other) {
        return other.spellings == option.spellings;
    });
}

}  // namespace

std::vector<CompletedVerb> describe_for_completion(const CLI::App& app) {
    std::vector<CompletedVerb> verbs{describe(app)};
    verbs[0].positional.kind = Values::Kind::words;
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
        CompletedVerb verb = describe(*sub);
        verb.names = {sub->get_name()};
        for (const std::string& alias : sub->get_aliases()) verb.names.push_back(alias);
        for (const std::string& name : verb.names) verbs[0].positional.words.push_back(name);
        for (const CompletedOption& option : verbs[0].options)
            if (!has(verb, option) && option.spellings.back() != "--version")
                verb.options.push_back(option);
        verbs.push_back(std::move(verb));
    }
    return verbs;
}

void add_completion(CommandLine& line, Context& context) {
    Verb verb = add_verb(line, {"completion",
                                "Print a script that teaches a shell to complete this command.",
                                "",
                                {"source <(ddc completion bash)",
                                 "ddc completion bash > /usr/share/bash-completion/completions/ddc",
                                 "ddc completion zsh > ~/.zfunc/_ddc",
                                 "ddc completion fish > ~/.config/fish/completions/ddc.fish"}});
    auto shell = std::make_shared<std::string>();
    verb.add_option("shell", *shell, "bash, zsh or fish").required().one_of(shells);
    on_run(verb, context, [&line, &context, shell] {
        const auto verbs = describe_for_completion(line.app());
        context.out << (*shell == "bash"  ? bash_completion(verbs)
                        : *shell == "zsh" ? zsh_completion(verbs)
                                          : fish_completion(verbs));
        return exit_ok;
    });
}

}  // namespace ddc::command
