// SPDX-License-Identifier: MIT
#include "completion.hpp"

#include <sstream>

namespace ddc::command {
namespace {

constexpr const char* list_tables = "ls /dev/shm 2>/dev/null | sed -n 's/^ddc[.]//p'";

std::string join(const std::vector<std::string>& texts, const char* separator) {
    std::string line;
    for (const std::string& text : texts) line += (line.empty() ? "" : separator) + text;
    return line;
}

/// Puts a backslash before each of these characters.
std::string escaped(const std::string& text, const std::string& characters) {
    std::string result;
    for (const char c : text) {
        if (characters.find(c) != std::string::npos) result += '\\';
        result += c;
    }
    return result;
}

/// In single quotes for a shell of Bourne's family.
std::string single_quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
    return result + "'";
}

/// The shell pattern of one verb: `list|ls`; two quotes for none.
std::string name_pattern(const CompletedVerb& verb) {
    return verb.names.empty() ? "''" : join(verb.names, "|");
}

/// The shell pattern of all verbs: `list|dump|...`.
std::string verb_pattern(const std::vector<CompletedVerb>& verbs) {
    return join(verbs.front().positional.words, "|");
}

// --- bash: file names are what is completed where no words are given --------------------------

std::string bash_words(const Values& values) {
    if (values.kind == Values::Kind::words) return join(values.words, " ");
    return values.kind == Values::Kind::tables ? std::string("$(") + list_tables + ")" : "";
}

void write_bash_verb(const CompletedVerb& verb, std::ostream& out) {
    std::string all = bash_words(verb.positional);
    out << "        " << name_pattern(verb) << ")\n            case $before in\n";
    for (const CompletedOption& option : verb.options) {
        all += " " + join(option.spellings, " ");
        if (option.values.kind == Values::Kind::none) continue;
        out << "                " << join(option.spellings, "|") << ") words=\""
            << bash_words(option.values) << "\" ;;\n";
    }
    out << "                *) words=\"" << all << "\" ;;\n            esac ;;\n";
}

// --- zsh ----------------------------------------------------------------------------------------

std::string zsh_action(const Values& values) {
    switch (values.kind) {
        case Values::Kind::words:
            return "(" + join(values.words, " ") + ")";
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
    out << "        " << name_pattern(verb) << ")\n            _arguments";
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
            return " -r -a " + fish_quoted(join(values.words, " "));
        case Values::Kind::tables:
            return " -r -a " + fish_quoted(std::string("(") + list_tables + ")");
        case Values::Kind::files:
            return " -r -F";
        case Values::Kind::any:
            return " -r";
        case Values::Kind::none:
            break;
    }
    return "";
}

void write_fish_verb(const CompletedVerb& verb, std::ostream& out) {
    const std::string start =
        "complete -c ddc -n " +
        (verb.names.empty() ? std::string("__fish_use_subcommand")
                            : fish_quoted("__fish_seen_subcommand_from " + join(verb.names, " ")));
    for (const CompletedOption& option : verb.options) {
        out << start;
        for (const std::string& spelling : option.spellings)
            out << (spelling[1] == '-' ? " -l " + spelling.substr(2) : " -s " + spelling.substr(1));
        out << fish_values(option.values) << " -d " << fish_quoted(option.description) << '\n';
    }
    const bool has_list =
        verb.positional.kind != Values::Kind::none && verb.positional.kind != Values::Kind::any;
    if (!verb.names.empty() && has_list) out << start << fish_values(verb.positional) << '\n';
}

}  // namespace

std::string bash_completion(const std::vector<CompletedVerb>& verbs) {
    std::ostringstream out;
    out << "# bash completion for ddc\n_ddc() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local verb= word words=\n"
           "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
           "        case $word in "
        << verb_pattern(verbs) << ") verb=$word; break ;; esac\n    done\n    case $verb in\n";
    for (const CompletedVerb& verb : verbs) write_bash_verb(verb, out);
    out << "    esac\n    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n}\n"
           "complete -o default -F _ddc ddc\n";
    return out.str();
}

std::string zsh_completion(const std::vector<CompletedVerb>& verbs) {
    std::ostringstream out;
    out << "#compdef ddc\n_ddc() {\n    local verb= word\n"
           "    for word in ${words[2,CURRENT-1]}; do\n        case $word in ("
        << verb_pattern(verbs) << ") verb=$word; break ;; esac\n    done\n    case $verb in\n";
    for (const CompletedVerb& verb : verbs) write_zsh_verb(verb, out);
    out << "    esac\n}\nif [ \"$funcstack[1]\" = _ddc ]; then _ddc \"$@\"; else compdef _ddc ddc; "
           "fi\n";
    return out.str();
}

std::string fish_completion(const std::vector<CompletedVerb>& verbs) {
    std::ostringstream out;
    out << "# fish completion for ddc\ncomplete -c ddc -f\n";
    for (const CompletedVerb& verb : verbs)
        for (const std::string& name : verb.names)
            out << "complete -c ddc -n __fish_use_subcommand -a " << name << " -d "
                << fish_quoted(verb.description) << '\n';
    for (const CompletedVerb& verb : verbs) write_fish_verb(verb, out);
    return out.str();
}

}  // namespace ddc::command
