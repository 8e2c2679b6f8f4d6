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

/// A value that may be anything but a map: a word or number, or a list of such.
struct YamlValue {
    std::string text;        ///< of a single value
    bool is_quoted = false;  ///< the text is meant as text, whatever it looks like
    std::optional<std::vector<YamlValue>> items;  ///< of a list
};

/// One map of a YAML file: the whole file, or a section of it. Every key may be left out. A mistake
/// is noted and reading goes on; finish() throws all of them. A copy reads the same map.
class YamlReader {
  public:
    /// @throws FileError if the file cannot be read, is empty, not YAML or not a map
    explicit YamlReader(const std::filesystem::path& file);
    /// A text that stands for a file of that name, which need not be there.
    YamlReader(const std::filesystem::path& file, const std::string& text);

    const std::filesystem::path& file() const;
    bool has(const char* key) const;

    // Each returns whether it has read a good value. If not, `value` stays as it is.

    /// A double, or an integer, which must be whole.
    template <class Number>
    bool number(const char* key, Number& value, const Range& range) {
        const auto text = scalar(key, "must be a number");
        return text && complain(key, read_number(*text, range, value));
    }
    /// A time, in the file in seconds.
    template <class Rep, class Period>
    bool time(const char* key, std::chrono::duration<Rep, Period>& value, const Range& range_s) {
        double seconds = 0;
        if (!number(key, seconds, range_s)) return false;
        value = std::chrono::round<std::chrono::duration<Rep, Period>>(
            std::chrono::duration<double>(seconds));
        return true;
    }
    /// One of as many values as there are names; `value` is an enumeration that counts from 0.
    template <class Enum>
    bool choice(const char* key, Enum& value, const Names& names) {
        const auto index = index_of(key, names);
        if (index) value = static_cast<Enum>(*index);
        return index.has_value();
    }
    /// Any whole number of 64 bits.
    bool count(const char* key, std::uint64_t& value);
    bool flag(const char* key, bool& value);
    bool text(const char* key, std::string& value);
    bool texts(const char* key, std::vector<std::string>& value);
    /// A file that is there and may be read; relative to the file that names it.
    bool input_file(const char* key, std::optional<std::filesystem::path>& value);
    /// A file to write, relative to the file that names it.
    bool output_file(const char* key, std::optional<std::filesystem::path>& value);
    /// The text of a single value, for what needs its own rules.
    std::optional<std::string> scalar(const char* key,
                                      const char* otherwise = "must be a single value");

    /// A value without a map in it, if it is there.
    std::optional<YamlValue> value(const char* key);
    /// All keys of the map, which are known from then on.
    std::vector<std::string> keys();

    /// The map under `key`, if it is there.
    std::optional<YamlReader> section(const char* key);
    /// The maps of the list under `key`, if it is there.
    std::vector<YamlReader> sections(const char* key);
    /// Replaces `value` by what load(file) makes of the file that `key` names. The mistakes of that
    /// file are noted with those of this one.
    template <class Value, class Load>
    bool load_file(const char* key, Value& value, const Load& load) {
        std::optional<std::filesystem::path> named;
        return input_file(key, named) && collect(key, [&] { value = load(*named); });
    }

    /// Notes a mistake at a key or, where it is missing, at the map. What follows from a mistake at
    /// the same key is not noted.
    void refuse(const std::string& key, const std::string& reason);
    /// A mistake that may be found later, when the file has been read. It is not noted.
    Mistake mistake(const std::string& key, const std::string& reason) const;
    /// Notes the mistakes of the file under `key` if `work` throws a FileError. @return if not
    bool collect(const std::string& key, const std::function<void()>& work);
    /// Whether the value of a key is a map.
    bool is_map(const char* key) const;
    /// Whether there is no mistake so far at a key and below it; without one, in the whole map.
    /// What compares values asks first.
    bool good(const std::string& key = {}) const;
    /// Notes a mistake where a key is missing. @return whether it is there
    bool require(const char* key);
    /// Lets a key pass that is not read.
    void allow(const char* key);
    /// Lets every key of this map pass that is not read.
    void allow_others();

    /// Lets every key of the file pass that was not asked for, where those are no mistakes.
    /// @return their places, in the order of the file; the reasons are empty
    std::vector<Mistake> pass_unknown();

    /// Every key of the file that was asked for, such as "programs[0].vehicle.model".
    std::vector<std::string> known_keys() const;

    /// What to say of an unknown key, such as "it applies to realtime mode"; nothing if `key`,
    /// which begins with those of its maps, is not known anywhere.
    using KeyHint = std::function<std::string(const std::string& key)>;

    /// To be called at the end, for the whole file.
    /// @param hint asked about keys that were not asked for; where it gives nothing, the nearest
    /// known key is named
    /// @throws FileError with every mistake noted, and with the keys that were not asked for
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

/// @throws FileError with one mistake, at a key of the file or, where it is missing, at its map
[[noreturn]] void refuse_key(const std::filesystem::path& file, const std::string& key,
                             const std::string& reason);

/// A single value of a YAML file, at whatever depth.
struct YamlScalar {
    std::string keys;   ///< "programs[0].trace"
    std::string place;  ///< "file:line:column: keys"
    std::string text;
};

/// Every one of a file, in its order; none of a file that is no YAML.
std::vector<YamlScalar> scalars_of(const std::filesystem::path& file);

}  // namespace plant
