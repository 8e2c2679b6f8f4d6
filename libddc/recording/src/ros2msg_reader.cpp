// SPDX-License-Identifier: MIT
#include <ddc/recording/ros2msg_reader.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ddc::recording {
namespace {

constexpr std::size_t most_fields = 100'000;
/// Maximum nesting of types; those of ROS 2 need six.
constexpr std::size_t deepest_level = 64;
constexpr std::size_t most_elements = std::size_t{1} << 32U;
constexpr std::size_t shortest_separator = 3;
constexpr std::string_view definition_blanks = " \t\r";

struct DefinitionLine {
    std::size_t number;
    std::string_view text;
};
using Lines = std::vector<DefinitionLine>;

/// Size of a type, including the types it uses.
struct Extent {
    std::size_t fields = 0;
    std::size_t levels = 1;
};

struct ReadType {
    MessageTypePtr type;
    Extent extent;
};

std::string_view take_word(std::string_view& text, std::string_view ends) {
    text.remove_prefix(std::min(text.find_first_not_of(definition_blanks), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(ends));
    text.remove_prefix(word.size());
    return word;
}

bool is_separator(std::string_view line) {
    return line.size() >= shortest_separator && line.find_first_not_of('=') == line.npos;
}

/// `std_msgs/msg/Header`, also for `std_msgs/Header`.
std::string full_name(std::string_view name) {
    const std::size_t slash = name.find('/');
    const std::size_t last = name.rfind('/');
    if (slash == name.npos) return std::string(name);
    return std::string(name.substr(0, slash)) + "/msg" + std::string(name.substr(last));
}

/// Full name of a type used by `user`. `Header` is in std_msgs, other names without a package are
/// in the package of `user`.
std::string name_within(std::string_view name, const std::string& user) {
    if (name.find('/') != name.npos) return full_name(name);
    if (name == "Header") return "std_msgs/msg/Header";
    return user.substr(0, user.find('/')) + "/msg/" + std::string(name);
}

std::optional<Primitive> primitive_named(std::string_view name) {
    if (name == "byte" || name == "char") return Primitive::uint8;
    for (int i = 0; i <= static_cast<int>(Primitive::string); ++i)
        if (name == to_string(static_cast<Primitive>(i))) return static_cast<Primitive>(i);
    return std::nullopt;
}

bool is_identifier(std::string_view name) {
    const auto is_letter = [](char c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               (c >= '0' && c <= '9');
    };
    return !name.empty() && std::all_of(name.begin(), name.end(), is_letter);
}

class DefinitionReader {
  public:
    DefinitionReader(const std::string& name, std::string_view text) { split(name, text); }

    /// @param line line that uses the type
    const ReadType& type(const std::string& name, std::size_t line) {
        const auto definition = definitions_.find(name);
        if (definition == definitions_.end())
            throw Ros2msgError(line, "the type " + name + " is not defined");
        const auto [found, is_new] = types_.try_emplace(name);
        if (is_new) {
            if (++level_ > deepest_level) fail_depth(line);
            found->second = read(name, definition->second);
            --level_;
        } else if (!found->second.type) {
            throw Ros2msgError(line, "the type " + name + " contains itself");
        }
        return found->second;
    }

  private:
    [[noreturn]] static void fail_depth(std::size_t line) {
        throw Ros2msgError(
            line, "types are nested more than " + std::to_string(deepest_level) + " levels deep");
    }

    void split(std::string name, std::string_view text) {
        Lines* lines = &definitions_[full_name(name)];
        bool is_begin = false;
        for (std::size_t number = 1; !text.empty(); ++number) {
            std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(line.size() + 1, text.size()));
            while (!line.empty() && definition_blanks.find(line.back()) != line.npos)
                line.remove_suffix(1);
            if (is_separator(line)) {
                is_begin = true;
            } else if (is_begin) {
                if (take_word(line, definition_blanks) != "MSG:")
                    throw Ros2msgError(number, "must be MSG: and the name of a type");
                lines = &definitions_[full_name(take_word(line, definition_blanks))];
                lines->clear();
                is_begin = false;
            } else {
                lines->push_back({number, line});
            }
        }
    }

    ReadType read(const std::string& name, const Lines& lines) {
        auto type = std::make_shared<MessageType>();
        type->name = name;
        Extent extent;
        for (const DefinitionLine& line : lines) {
            std::optional<MessageField> field = read_field(name, line, extent);
            if (field) type->fields.push_back(std::move(*field));
            if (extent.levels > deepest_level) fail_depth(line.number);
            if (extent.fields > most_fields)
                throw Ros2msgError(line.number,
                                   "more than " + std::to_string(most_fields) + " fields in all");
        }
        if (type->fields.empty())
            type->fields.push_back(
                {"structure_needs_at_least_one_member", {Primitive::uint8, Arity::one, 0}});
        extent.fields = std::max<std::size_t>(extent.fields, 1);
        return {std::move(type), extent};
    }

    /// @param extent size to which the field is added. @return nothing for a line without a field
    std::optional<MessageField> read_field(const std::string& user, const DefinitionLine& line,
                                           Extent& extent) {
        std::string_view rest = line.text;
        const std::string_view type = take_word(rest, " \t#");
        if (type.empty()) return std::nullopt;
        const std::string_view name = take_word(rest, " \t=#");
        const bool is_constant = take_word(rest, "=#").empty() && !rest.empty() && rest[0] == '=';
        if (is_constant) return std::nullopt;
        if (!is_identifier(name))
            throw Ros2msgError(line.number, "must be a type and a name, or a constant");
        return MessageField{std::string(name), read_type(type, user, line.number, extent)};
    }

    FieldType read_type(std::string_view text, const std::string& user, std::size_t line,
                        Extent& extent) {
        FieldType type;
        const std::size_t bracket = text.find('[');
        if (bracket != text.npos) read_arity(text.substr(bracket), type, line);
        text = text.substr(0, bracket);
        text = text.substr(0, text.find("<="));
        ++extent.fields;
        if (const auto primitive = primitive_named(text)) {
            type.of = *primitive;
            return type;
        }
        if (text == "wstring") throw Ros2msgError(line, "wstring is not supported");
        const ReadType& inner = this->type(name_within(text, user), line);
        extent.fields += inner.extent.fields;
        extent.levels = std::max(extent.levels, inner.extent.levels + 1);
        type.of = inner.type;
        return type;
    }

    /// `[]`, `[<=5]` or `[5]`.
    static void read_arity(std::string_view text, FieldType& type, std::size_t line) {
        type.arity = Arity::sequence;
        if (text == "[]" || text.substr(0, 3) == "[<=") return;
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data() + 1, end, type.size);
        const bool is_whole = error == std::errc() && std::string_view(stop, end - stop) == "]";
        if (!is_whole || type.size == 0 || type.size > most_elements)
            throw Ros2msgError(line, "'" + std::string(text) + "' is not a valid array size");
        type.arity = Arity::array;
    }

    std::map<std::string, Lines> definitions_;
    std::map<std::string, ReadType> types_;  ///< no type yet while it is read
    std::size_t level_ = 0;                  ///< of the current type
};

}  // namespace

MessageTypePtr read_ros2msg(const std::string& name, std::string_view text) {
    return DefinitionReader(name, text).type(full_name(name), 1).type;
}

}  // namespace ddc::recording
