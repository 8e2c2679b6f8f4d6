// SPDX-License-Identifier: MIT
#pragma once

#include <plant/file_error.hpp>
#include <plant/number_text.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plant {

/// Name of each value of an enumeration, in the order of the enumeration.
using Names = std::vector<std::string_view>;

/// A value that is not a map: a scalar, or a list of such values.
struct YamlValue {
    std::string text;        ///< of a scalar
    bool is_quoted = false;  ///< the text is quoted, so it is not a number or keyword
    std::optional<std::vector<YamlValue>> items;  ///< of a list
};

/// One map of a YAML file: the whole file, or a section of it. All keys are optional. Errors are
/// collected; finish() throws all of them. A copy reads the same map.
class YamlReader {
  public:
    /// @throws FileError if the file cannot be read, is empty, not YAML or not a map
    explicit YamlReader(const std::filesystem::path& file);
    /// Reads a text in place of a file of that name, which need not exist.
    YamlReader(const std::filesystem::path& file, const std::string& text);

    /// The path that was given to the constructor; valid as long as the reader.
    const std::filesystem::path& file() const;
    /// Whether the map has the key. Does not mark it as known.
    bool has(const char* key) const;

    // Each function returns whether it has read a valid value. If not, `value` is unchanged.

    /// A double, or an integer, which must be whole.
    template <class Number>
    bool number(const char* key, Number& value, const Range& range) {
        const auto text = scalar(key, "must be a number");
        return text && complain(key, read_number(*text, range, value));
    }
    /// A time; in the file in seconds.
    template <class Rep, class Period>
    bool time(const char* key, std::chrono::duration<Rep, Period>& value, const Range& range_s) {
        double seconds = 0;
        if (!number(key, seconds, range_s)) return false;
        value = std::chrono::round<std::chrono::duration<Rep, Period>>(
            std::chrono::duration<double>(seconds));
        return true;
    }
    /// One of the names; `value` is an enumeration that counts from 0.
    template <class Enum>
    bool choice(const char* key, Enum& value, const Names& names) {
        const auto index = index_of(key, names);
        if (index) value = static_cast<Enum>(*index);
        return index.has_value();
    }
    /// An unsigned integer of up to 64 bits.
    bool count(const char* key, std::uint64_t& value);
    /// A boolean: true, false, yes, no, on or off.
    bool flag(const char* key, bool& value);
    /// The text of a scalar, which may be quoted, empty or a number.
    bool text(const char* key, std::string& value);
    /// A list of at least one scalar.
    bool texts(const char* key, std::vector<std::string>& value);
    /// An existing, readable file; a relative path is relative to the YAML file.
    bool input_file(const char* key, std::optional<std::filesystem::path>& value);
    /// A file to write; a relative path is relative to the YAML file.
    bool output_file(const char* key, std::optional<std::filesystem::path>& value);
    /// The text of a scalar, for values with special rules.
    std::optional<std::string> scalar(const char* key,
                                      const char* otherwise = "must be a single value");

    /// A value without a map in it; empty if the key is missing.
    std::optional<YamlValue> value(const char* key);
    /// All keys of the map. Marks them as known.
    std::vector<std::string> keys();

    /// The map under `key`; empty if the key is missing.
    std::optional<YamlReader> section(const char* key);
    /// The maps of the list under `key`; empty if the key is missing.
    std::vector<YamlReader> sections(const char* key);
    /// Replaces `value` by load(file), where `key` names the file. The errors of that file are
    /// collected with those of this one.
    template <class Value, class Load>
    bool load_file(const char* key, Value& value, const Load& load) {
        std::optional<std::filesystem::path> named;
        return input_file(key, named) && collect(key, [&] { value = load(*named); });
    }

    /// Collects an error at a key or, if the key is missing, at the map. Ignored if the same key
    /// has an error already.
    void refuse(const std::string& key, const std::string& reason);
    /// An error for later use, when the file has been read. It is not collected.
    Mistake mistake(const std::string& key, const std::string& reason) const;
    /// Collects the errors if `work` throws a FileError. @return whether it did not
    bool collect(const std::string& key, const std::function<void()>& work);
    /// Whether the value of a key is a map.
    bool is_map(const char* key) const;
    /// Whether there is no error so far at a key and below it; without a key, in the whole map.
    /// To be called before values are compared.
    bool good(const std::string& key = {}) const;
    /// Collects an error if a key is missing. @return whether it exists
    bool require(const char* key);
    /// Accepts a key that is not read.
    void allow(const char* key);
    /// Accepts every key of this map that is not read.
    void allow_others();

    /// Accepts all keys of the file that were not read, for callers that do not reject them.
    /// @return their places, in the order of the file, with empty reasons
    std::vector<Mistake> pass_unknown();

    /// Every key of the file that was read, such as "programs[0].vehicle.model".
    std::vector<std::string> known_keys() const;

    /// Returns an explanation of an unknown key, such as "it applies to realtime mode"; empty if
    /// `key`, which includes the keys of its maps, does not exist anywhere.
    using KeyHint = std::function<std::string(const std::string& key)>;

    /// To be called last, for the whole file.
    /// @param hint called for keys that were not read; if it returns an empty text, the nearest
    /// known key is suggested
    /// @throws FileError with all collected errors and all keys that were not read
    void finish(const KeyHint& hint = {});

  private:
    struct Document;
    struct Section;

    YamlReader(std::shared_ptr<Document> document, Section& section);

    bool complain(const char* key, const std::string& complaint);
    std::optional<std::size_t> index_of(const char* key, const Names& names);

    std::shared_ptr<Document> document_;
    Section* section_;  ///< of document_
};

/// @throws FileError with one error, at a key of the file or, if it is missing, at its map
[[noreturn]] void refuse_key(const std::filesystem::path& file, const std::string& key,
                             const std::string& reason);

/// A scalar of a YAML file, at any depth.
struct YamlScalar {
    std::string keys;   ///< "programs[0].trace"
    std::string place;  ///< "file:line:column: keys"
    std::string text;   ///< its value
};

/// All scalars of a file, in its order; empty if the file is not YAML.
std::vector<YamlScalar> scalars_of(const std::filesystem::path& file);

}  // namespace plant
