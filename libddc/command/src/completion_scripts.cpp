// SPDX-License-Identifier: MIT
#include "completion.hpp"

#include "usage.hpp"

#include <algorithm>
#include <sstream>

namespace ddc::command {
namespace {

constexpr const char* list_tables = "ls /dev/shm 2>/dev/null | sed -n 's/^ddc[.]//p'";

/// Adds a backslash before each of these characters.
std::string escaped(const std::string& text, const std::string& characters) {
    std::string result;
    for (const char c : text) {
        if (characters.find(c) != std::string::npos) result += '\\';
        result += c;
    }
    return result;
}

/// In single quotes for a Bourne shell.
std::string single_quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
    return result + "'";
}

/// Prefix of functions for that command: ddc_gateway for ddc-gateway.
std::string identifier(const std::string& command) {
    std::string name = command;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

/// The words that select a verb, each in quotes: the verb before it and one of its names.
std::string selectors(const CompletedVerb& verb, const char* separator) {
    std::vector<std::string> ways;
    for (const std::string& name : verb.names)
        ways.push_back(single_quoted(verb.parent + " " + name));
    return listed(ways, separator);
}

/// Lines of a `case` of a Bourne shell: they set `verb` to the verb that the words select.
void write_selectors(const std::vector<CompletedVerb>& verbs, std::ostream& out) {
    out << "        case \"$verb $word\" in\n";
    for (const CompletedVerb& verb : verbs)
        if (!verb.names.empty())
            out << "            " << selectors(verb, "|") << ") verb=" << single_quoted(verb.path)
                << " ;;\n";
    out << "        esac\n";
}

// --- bash: completes file names where no words are given ---------------------------------------

std::string bash_words(const Values& values) {
    if (values.kind == Values::Kind::words) return listed(values.words, " ");
    return values.kind == Values::Kind::tables ? std::string("$(") + list_tables + ")" : "";
}

void write_bash_verb(const CompletedVerb& verb, std::ostream& out) {
    std::string all = bash_words(verb.positional);
    out << "        " << single_quoted(verb.path) << ")\n            case $before in\n";
    for (const CompletedOption& option : verb.options) {
        all += " " + listed(option.spellings, " ");
        if (option.values.kind == Values::Kind::none) continue;
        out << "                " << listed(option.spellings, "|") << ") words=\""
            << bash_words(option.values) << "\" ;;\n";
    }
    out << "                *) words=\"" << all << "\" ;;\n            esac ;;\n";
}

// --- zsh ----------------------------------------------------------------------------------------

std::string zsh_action(const Values& values) {
    switch (values.kind) {
        case Values::Kind::words:
            return "(" + listed(values.words, " ") + ")";
        case Values::Kind::tables:
            return std::string("($(") + list_tables + "))";
        case Values::Kind::files:
            return "_files";
        case Values::Kind::any:
        case Values::Kind::none:
            break;
    }
    return " ";
}

void write_zsh_verb(const CompletedVerb& verb, std::ostream& out) {
    out << "        " << single_quoted(verb.path) << ")\n            _arguments";
    for (const CompletedOption& option : verb.options) {
        for (const std::string& spelling : option.spellings) {
            std::string spec = spelling + "[" + escaped(option.description, "[]:\\") + "]";
            if (option.values.kind != Values::Kind::none)
                spec += ":value:" + zsh_action(option.values);
            out << " \\\n                " << single_quoted(spec);
        }
    }
    if (verb.positional.kind != Values::Kind::none)
        out << " \\\n                " << single_quoted("*: :" + zsh_action(verb.positional));
    out << " ;;\n";
}

// --- fish ---------------------------------------------------------------------------------------

std::string fish_quoted(const std::string& text) {
    return "'" + escaped(text, "'\\") + "'";
}

std::string fish_values(const Values& values) {
    switch (values.kind) {
        case Values::Kind::words:
            return " -x -a " + fish_quoted(listed(values.words, " "));
        case Values::Kind::tables:
            return " -x -a " + fish_quoted(std::string("(") + list_tables + ")");
        case Values::Kind::files:
            return " -r -F";
        case Values::Kind::any:
            return " -x";
        case Values::Kind::none:
            break;
    }
    return "";
}

/// The condition that the words so far select this verb.
std::string fish_start(const std::string& command, const std::string& path) {
    return "complete -c " + command + " -n " +
           fish_quoted("test (__fish_" + identifier(command) + "_verb) = \"" + path + "\"");
}

void write_fish_verb(const std::string& command, const CompletedVerb& verb, std::ostream& out) {
    const std::string start = fish_start(command, verb.path);
    for (const CompletedOption& option : verb.options) {
        out << start;
        for (const std::string& spelling : option.spellings)
            out << (spelling[1] == '-' ? " -l " + spelling.substr(2) : " -s " + spelling.substr(1));
        out << fish_values(option.values) << " -d " << fish_quoted(option.description) << '\n';
    }
    const Values::Kind kind = verb.positional.kind;
    const bool has_verbs = kind == Values::Kind::words && verb.positional.are_verbs;
    if (kind != Values::Kind::none && kind != Values::Kind::any && !has_verbs)
        out << start << fish_values(verb.positional) << '\n';
}

}  // namespace

std::string bash_completion(const std::string& command, const std::vector<CompletedVerb>& verbs) {
    const std::string name = "_" + identifier(command);
    std::ostringstream out;
    out << "# bash completion for " << command << '\n'
        << name
        << "() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local verb= word words=\n"
           "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n";
    write_selectors(verbs, out);
    out << "    done\n    case $verb in\n";
    for (const CompletedVerb& verb : verbs) write_bash_verb(verb, out);
    out << "    esac\n    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n}\n"
        << "complete -o default -F " << name << ' ' << command << '\n';
    return out.str();
}

std::string zsh_completion(const std::string& command, const std::vector<CompletedVerb>& verbs) {
    const std::string name = "_" + command;
    std::ostringstream out;
    out << "#compdef " << command << '\n'
        << name << "() {\n    local verb= word\n    for word in ${words[2,CURRENT-1]}; do\n";
    write_selectors(verbs, out);
    out << "    done\n    case $verb in\n";
    for (const CompletedVerb& verb : verbs) write_zsh_verb(verb, out);
    out << "    esac\n}\nif [ \"$funcstack[1]\" = " << name << " ]; then " << name
        << " \"$@\"; else compdef " << name << ' ' << command << "; fi\n";
    return out.str();
}

std::string fish_completion(const std::string& command, const std::vector<CompletedVerb>& verbs) {
    std::ostringstream out;
    out << "# fish completion for " << command << "\nfunction __fish_" << identifier(command)
        << "_verb\n    set -l verb ''\n"
           "    for word in (commandline -opc)[2..-1]\n"
           "        switch \"$verb $word\"\n";
    for (const CompletedVerb& verb : verbs)
        if (!verb.names.empty())
            out << "            case " << selectors(verb, " ") << "\n                set verb "
                << fish_quoted(verb.path) << '\n';
    out << "        end\n    end\n    echo $verb\nend\ncomplete -c " << command << " -f\n";
    for (const CompletedVerb& verb : verbs)
        for (const std::string& name : verb.names)
            out << fish_start(command, verb.parent) << " -a " << name << " -d "
                << fish_quoted(verb.description) << '\n';
    for (const CompletedVerb& verb : verbs) write_fish_verb(command, verb, out);
    return out.str();
}

}  // namespace ddc::command
