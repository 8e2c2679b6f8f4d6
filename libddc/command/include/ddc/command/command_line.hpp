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

/// The command lines of the project's programs. CLI11 is behind it, since each source file that
/// includes that library takes five seconds longer to compile.
namespace ddc::command {

/// An option (`-o,--output`), or a word that stands alone (`name`).
class Option {
  public:
    /// @return what is wrong with a value and what would be right; empty if it is right
    using Check = std::function<std::string(const std::string& text)>;

    explicit Option(CLI::Option& option) : option_(option) {}

    Option& required();
    /// What stands for its value in the help, such as FILE.
    Option& placeholder(const std::string& text);
    /// What kind of value it is, in the help and in messages.
    Option& kind(const std::string& text);
    Option& check(const Check& check);
    Option& one_of(const std::vector<std::string>& words);
    Option& ipv4_address();
    /// Given several times, the last value counts.
    Option& last_counts();
    /// Several values are given as several options.
    Option& repeatable();
    /// Both cannot be given together.
    Option& excludes(const Option& other);

    /// The help shows the value of now as what counts if none is given.
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
    /// @param value must live until the command line is parsed; stays as it is if none is given
    template <class T>
    Option add_option(const std::string& names, T& value, const std::string& help);
    /// One whose value names a file: FILE in the help, and shells complete it as one.
    Option add_file(const std::string& names, std::string& value, const std::string& help);
    /// The same of a folder: DIR in the help.
    Option add_folder(const std::string& names, std::string& value, const std::string& help);
    /// @param take sets the value; @return what is wrong with it, as a Check does
    Option add_parsed_option(const std::string& names, Option::Check take, const std::string& help);
    Option add_flag(const std::string& names, bool& value, const std::string& help);
    /// Makes `option` one that cannot be given together with any other that there is so far.
    void exclude_others(const Option& option);
    /// An option that prints `text` and ends the program.
    void add_version(const std::string& text);

    Verb add_verb(const std::string& name, const std::string& description);
    void add_alias(const std::string& name);
    /// The end of its help.
    void set_footer(const std::string& text);
    /// Called once the command line is found to be right, if this verb was given.
    void on_given(std::function<void()> action);
    /// True once the command line is parsed, if this verb was given.
    bool is_given() const;

    const CLI::App& app() const { return app_; }

  protected:
    CLI::App& app_;
};

class CommandLine : public Verb {
  public:
    CommandLine(const std::string& name, const std::string& description);
    ~CommandLine();

    /// A command line without a verb is wrong.
    void require_verb();
    /// The command's own options may also stand behind a verb.
    void allow_options_behind_verb();
    /// Spellings in the help as manual pages have them: `-n, --name`.
    void use_manual_style();

    /// What completion() knows.
    static const std::vector<std::string>& shells();
    /// @return a script that teaches one of the shells to complete this command line
    std::string completion(const std::string& shell) const;
    /// An option --completion that prints that script and ends the program.
    void add_completion();

    /// Sets the values of all options.
    /// @param args without the program's own name
    /// @return nothing if the program shall go on, else its exit code: 0 after the help or the
    /// version on `out`, 2 after an explanation of what is wrong on `err`
    std::optional<int> parse(const std::vector<std::string>& args, std::ostream& out,
                             std::ostream& err);

  private:
    explicit CommandLine(std::unique_ptr<CLI::App> app);

    std::unique_ptr<CLI::App> owned_;
};

}  // namespace ddc::command
