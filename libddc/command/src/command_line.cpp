// SPDX-License-Identifier: MIT
#include <ddc/command/command_line.hpp>

#include "completion.hpp"
#include "usage.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>

namespace ddc::command {
namespace {

/// Writes the names of an option as in manual pages: `-n, --name`.
class ManualStyle : public CLI::Formatter {
  public:
    std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
        std::string name = CLI::Formatter::make_option_name(option, is_positional);
        const std::size_t comma = name.find(',');
        if (comma == std::string::npos) return name;
        return name.substr(0, comma) + ", " + name.substr(comma + 1);
    }
};

}  // namespace

Option& Option::required() {
    option_.required();
    return *this;
}

Option& Option::placeholder(const std::string& text) {
    option_.option_text(text);
    return *this;
}

Option& Option::kind(const std::string& text) {
    option_.type_name(text);
    return *this;
}

Option& Option::check(const Check& check) {
    option_.check(check);
    return *this;
}

Option& Option::one_of(const std::vector<std::string>& words) {
    const auto complaint = [words](const std::string& text) { return misfit(text, words); };
    option_.check(CLI::Validator(complaint, "{" + listed(words, ",") + "}"));
    return *this;
}

Option& Option::ipv4_address() {
    const auto complaint = [](std::string& text) {
        const bool is_address = CLI::ValidIPV4(text).empty();
        return is_address ? "" : "must be an address such as 192.168.0.7, is '" + text + "'";
    };
    option_.check(CLI::Validator(complaint, CLI::ValidIPV4.get_description()));
    return *this;
}

Option& Option::last_counts() {
    option_.take_last();
    return *this;
}

Option& Option::repeatable() {
    option_.allow_extra_args(false);
    return *this;
}

Option& Option::excludes(const Option& other) {
    option_.excludes(&other.option_);
    return *this;
}

Option& Option::show_default() {
    option_.capture_default_str();
    return *this;
}

Option& Option::show_default(const std::string& text) {
    option_.default_str(text);
    return *this;
}

bool Option::is_given() const {
    return option_.count() > 0;
}

template <class T>
Option Verb::add_option(const std::string& names, T& value, const std::string& help) {
    return Option(*app_.add_option(names, value, help));
}

template Option Verb::add_option(const std::string&, std::string&, const std::string&);
template Option Verb::add_option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Verb::add_option(const std::string&, double&, const std::string&);
template Option Verb::add_option(const std::string&, std::int32_t&, const std::string&);
template Option Verb::add_option(const std::string&, std::uint64_t&, const std::string&);

Option Verb::add_file(const std::string& names, std::string& value, const std::string& help) {
    return add_option(names, value, help).kind("FILE");
}

Option Verb::add_folder(const std::string& names, std::string& value, const std::string& help) {
    return add_option(names, value, help).kind("DIR");
}

Option Verb::add_parsed_option(const std::string& names, Option::Check take,
                               const std::string& help) {
    const auto parse = [names, take = std::move(take)](const std::string& text) {
        const std::string complaint = take(text);
        if (!complaint.empty()) throw CLI::ValidationError(names, complaint);
    };
    return Option(*app_.add_option_function<std::string>(names, parse, help));
}

Option Verb::add_flag(const std::string& names, bool& value, const std::string& help) {
    return Option(*app_.add_flag(names, value, help));
}

void Verb::exclude_others(const Option& option) {
    for (CLI::Option* other : app_.get_options())
        if (other != &option.option_ && other != app_.get_help_ptr())
            other->excludes(&option.option_);
}

void Verb::add_version(const std::string& text) {
    app_.set_version_flag("--version", text, "Print the version and exit");
}

Verb Verb::add_verb(const std::string& name, const std::string& description) {
    Verb verb(*app_.add_subcommand(name, description));
    verb.set_footer("");  // otherwise it would inherit this one
    return verb;
}

void Verb::add_alias(const std::string& name) {
    app_.alias(name);
}

void Verb::set_footer(const std::string& text) {
    app_.footer(text);
}

void Verb::on_given(std::function<void()> action) {
    app_.callback(std::move(action));
}

bool Verb::is_given() const {
    return app_.parsed();
}

CommandLine::CommandLine(const std::string& name, const std::string& description)
    : CommandLine(std::make_unique<CLI::App>(description, name)) {}

CommandLine::CommandLine(std::unique_ptr<CLI::App> app) : Verb(*app), owned_(std::move(app)) {}

CommandLine::~CommandLine() = default;

void CommandLine::require_verb() {
    app_.require_subcommand(1);
}

void CommandLine::allow_options_behind_verb() {
    app_.fallthrough();
}

void CommandLine::use_manual_style() {
    app_.formatter(std::make_shared<ManualStyle>());
}

const std::vector<std::string>& CommandLine::shells() {
    static const std::vector<std::string> names{"bash", "zsh", "fish"};
    return names;
}

std::string CommandLine::completion(const std::string& shell) const {
    const std::vector<CompletedVerb> verbs = describe_for_completion(app_);
    const std::string command = app_.get_name();
    if (shell == "bash") return bash_completion(command, verbs);
    return shell == "zsh" ? zsh_completion(command, verbs) : fish_completion(command, verbs);
}

void CommandLine::add_completion() {
    const auto print = [this](const std::string& shell) {
        throw CLI::CallForVersion(completion(shell), 0);
    };
    app_.add_option_function<std::string>("--completion", print,
                                          "Print the completion script for a shell and exit")
        ->check(CLI::IsMember(shells()));
}

std::optional<int> CommandLine::parse(const std::vector<std::string>& args, std::ostream& out,
                                      std::ostream& err) {
    try {
        app_.parse(std::vector<std::string>(args.rbegin(), args.rend()));
        return std::nullopt;
    } catch (const CLI::Success& request) {  // --help, --version or --completion
        const std::string complaint = explain_unknown_verb(app_);
        if (complaint.empty()) return app_.exit(request, out, err);
        err << complaint << '\n';
        return 2;
    } catch (const CLI::ParseError& error) {
        err << explain(app_, error) << '\n';
        return 2;
    }
}

}  // namespace ddc::command
