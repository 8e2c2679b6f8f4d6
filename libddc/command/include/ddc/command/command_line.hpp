// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// The command lines of the project's programs. CLI11 is hidden, because each source file that
/// includes it takes five seconds longer to compile.
namespace ddc::command {

/// An option (`-o,--output`), or a positional argument (`name`).
class Option {
  public:
    /// @return the error in a value and what is valid; empty if the value is valid
    using Check = std::function<std::string(const std::string& text)>;

    explicit Option(CLI::Option& option) : option_(option) {}

    Option& required();
    /// The word that represents the value in the help, such as FILE.
    Option& placeholder(const std::string& text);
    /// The kind of value, for the help and for messages.
    Option& kind(const std::string& text);
    /// Adds a check of the value.
    Option& check(const Check& check);
    Option& one_of(const std::vector<std::string>& words);
    Option& ipv4_address();
    /// If it is given several times, the last value is used.
    Option& last_counts();
    /// Several values are given by several options.
    Option& repeatable();
    /// The two options cannot be given together.
    Option& excludes(const Option& other);

    /// The help shows the current value, or `text`, as the default.
    Option& show_default();
    Option& show_default(const std::string& text);

    bool is_given() const;

  private:
    friend class Verb;

    CLI::Option& option_;
};

/// A verb with its options, or the command itself with those that precede a verb.
class Verb {
  public:
    explicit Verb(CLI::App& app) : app_(app) {}

    /// @tparam T std::string, std::vector<std::string>, double, std::int32_t or std::uint64_t
    /// @param value must live until the command line is parsed; unchanged if none is given
    template <class T>
    Option add_option(const std::string& names, T& value, const std::string& help);
    /// An option whose value is a file name: FILE in the help, and for completion by shells.
    Option add_file(const std::string& names, std::string& value, const std::string& help);
    /// The same for a folder: DIR in the help.
    Option add_folder(const std::string& names, std::string& value, const std::string& help);
    /// @param take sets the value; @return the error in it, as for a Check
    Option add_parsed_option(const std::string& names, Option::Check take, const std::string& help);
    Option add_flag(const std::string& names, bool& value, const std::string& help);
    /// `option` cannot be given together with any other option that exists so far.
    void exclude_others(const Option& option);
    /// An option that prints `text` and ends the program.
    void add_version(const std::string& text);

    Verb add_verb(const std::string& name, const std::string& description);
    void add_alias(const std::string& name);
    /// The text at the end of the help.
    void set_footer(const std::string& text);
    /// Called after the command line was found valid, if this verb was given.
    void on_given(std::function<void()> action);
    /// True after the command line was parsed, if this verb was given.
    bool is_given() const;

    const CLI::App& app() const { return app_; }

  protected:
    CLI::App& app_;
};

/// The command line of a program.
class CommandLine : public Verb {
  public:
    CommandLine(const std::string& name, const std::string& description);
    ~CommandLine();

    /// A command line without a verb is invalid.
    void require_verb();
    /// The command's options may also be given after a verb.
    void allow_options_behind_verb();
    /// Options in the help are written as in manual pages: `-n, --name`.
    void use_manual_style();

    /// The shells that completion() supports.
    static const std::vector<std::string>& shells();
    /// @return a script with which that shell completes this command line
    std::string completion(const std::string& shell) const;
    /// Adds an option --completion SHELL that prints that script and ends the program.
    void add_completion();

    /// Sets the values of all options.
    /// @param args without the program's name
    /// @return nothing if the program is to continue, else its exit code: 0 after the help or the
    /// version was printed on `out`, 2 after an error was printed on `err`
    std::optional<int> parse(const std::vector<std::string>& args, std::ostream& out,
                             std::ostream& err);

  private:
    explicit CommandLine(std::unique_ptr<CLI::App> app);

    std::unique_ptr<CLI::App> owned_;
};

}  // namespace ddc::command
