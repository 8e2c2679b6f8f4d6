// SPDX-License-Identifier: MIT
#include <plant/yaml_reader.hpp>

#include "nearest_key.hpp"
#include "text.hpp"
#include "yaml_syntax.hpp"

#include <plant/open_file.hpp>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <charconv>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <utility>

namespace plant {
namespace {

Mistake mistake_at(const std::filesystem::path& file, const YAML::Mark& mark, std::string key,
                   std::string reason) {
    return {file.string(), mark.line + 1, mark.column + 1, std::move(key), std::move(reason)};
}

[[noreturn]] void fail(const std::filesystem::path& file, const YAML::Mark& mark,
                       const std::string& reason) {
    throw FileError({mistake_at(file, mark, "", reason)});
}

/// Records the start of each document and of its first node.
class Beginning : public YAML::EventHandler {
  public:
    YAML::Mark document = YAML::Mark::null_mark();
    YAML::Mark node = YAML::Mark::null_mark();

    void OnDocumentStart(const YAML::Mark& mark) override { document = mark; }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { begin(mark); }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { begin(mark); }
    void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  const std::string&) override {
        begin(mark);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                         YAML::EmitterStyle::value) override {
        begin(mark);
    }
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                    YAML::EmitterStyle::value) override {
        begin(mark);
    }
    void OnMapEnd() override {}

  private:
    void begin(const YAML::Mark& mark) {
        if (node.is_null()) node = mark;
    }
};

/// YAML::LoadAll would also find a second document, but does not end where the parser makes no
/// progress, such as before a comma outside a list.
void refuse_second_document(const std::filesystem::path& file, const std::string& text) {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    Beginning first, second;
    if (!parser.HandleNextDocument(first) || !parser.HandleNextDocument(second)) return;
    const bool has_marker = second.document.pos != second.node.pos;
    fail(file, second.node,
         has_marker ? "a second document begins here; one file is one document"
                    : "is not valid YAML from here on");
}

YAML::Node parse(const std::filesystem::path& file, const std::string& text) {
    YAML::Node document;
    try {
        refuse_second_document(file, text);
        document = YAML::Load(text);
    } catch (const YAML::Exception& error) {
        const auto [place, reason] =
            syntax_mistake(text, {error.mark.line, error.mark.column}, error.msg);
        throw FileError(file.string(), place.line + 1, place.column + 1, "", reason);
    }
    if (document.IsNull()) throw FileError(file.string(), 0, 0, "", "is empty");
    if (!document.IsMap()) fail(file, document.Mark(), "must be a map of keys");
    return document;
}

/// Converts values without maps, limited in number as aliases can multiply them.
class PlainValues {
  public:
    std::optional<YamlValue> take(const YAML::Node& node, int depth = 0) {
        if (depth > deepest || ++taken_ > most) return std::nullopt;
        if (node.IsNull()) return YamlValue{"null", false, {}};
        if (node.IsScalar()) return YamlValue{node.Scalar(), node.Tag() == "!", {}};
        if (!node.IsSequence()) return std::nullopt;
        YamlValue list{{}, false, std::vector<YamlValue>{}};
        for (const YAML::Node& item : node) {
            auto value = take(item, depth + 1);
            if (!value) return std::nullopt;
            list.items->push_back(std::move(*value));
        }
        return list;
    }

  private:
    static constexpr int deepest = 8;
    static constexpr int most = 70'000;
    int taken_ = 0;
};

}  // namespace

struct YamlReader::Section {
    std::string prefix;  ///< prefix of its keys, such as "timing."
    YAML::Node map;
    std::set<std::string> known;
    Names known_in_order;  ///< `known`, in the order of the calls
    bool allows_others = false;

    void know(const std::string& key) {
        const auto [place, is_new] = known.insert(key);
        if (is_new) known_in_order.push_back(*place);
    }
    YAML::Node take(const std::string& key) {
        know(key);
        return value(key);
    }
    YAML::Node value(const std::string& key) const { return map[key]; }
    /// Place of the value of a key or, if the key is missing, of the map.
    YAML::Mark mark(const std::string& key) const {
        const YAML::Node node = value(key);
        return node.IsDefined() ? node.Mark() : map.Mark();
    }
};

struct YamlReader::Document {
    /// An error and the place where it is reported: an error of another file is reported at the
    /// key that names that file.
    struct Noted {
        int line;
        int column;
        Mistake mistake;
    };

    std::filesystem::path file;
    std::map<std::string, Section> sections;  ///< opened sections by prefix
    std::vector<Noted> noted;
    std::set<std::string> bad_keys;

    Section& open(const std::string& prefix, const YAML::Node& map) {
        const auto [place, is_new] = sections.try_emplace(prefix);
        Section& section = place->second;
        if (!is_new) return section;
        section.prefix = prefix;
        section.map.reset(map);
        note_duplicates(section);
        return section;
    }
    /// Keeps only the first error of each key.
    void note(const YAML::Mark& mark, const std::string& key, const std::string& reason) {
        if (bad_keys.insert(key).second)
            noted.push_back({mark.line, mark.column, mistake_at(file, mark, key, reason)});
    }
    void note_duplicates(const Section& section) {
        std::set<std::string> seen;
        for (const auto& item : section.map) {
            const std::string key = item.first.IsScalar() ? item.first.Scalar() : "";
            if (key.empty())
                note(item.first.Mark(), section.prefix + "?", "a key must be a word");
            else if (!seen.insert(key).second)
                note(item.first.Mark(), section.prefix + key, "is given twice");
        }
    }
    void note_unknown(const Section& section, const KeyHint& hint) {
        for (const auto& [mark, key] : unknown_in(section)) {
            std::string remark = hint ? hint(section.prefix + key) : "";
            const std::string nearest(nearest_key(key, section.known_in_order));
            if (remark.empty() && !nearest.empty()) remark = "did you mean " + nearest + "?";
            note(mark, section.prefix + key,
                 "unknown key" + (remark.empty() ? "" : " (" + remark + ")") +
                     "; known here: " + joined(section.known_in_order));
        }
    }
    static std::vector<std::pair<YAML::Mark, std::string>> unknown_in(const Section& section) {
        std::vector<std::pair<YAML::Mark, std::string>> unknown;
        if (section.allows_others) return unknown;
        for (const auto& item : section.map) {
            const std::string key = item.first.IsScalar() ? item.first.Scalar() : "";
            if (!key.empty() && section.known.count(key) == 0)
                unknown.emplace_back(item.first.Mark(), key);
        }
        return unknown;
    }
    void throw_noted() {
        if (noted.empty()) return;
        std::stable_sort(noted.begin(), noted.end(), [](const Noted& a, const Noted& b) {
            return std::pair(a.line, a.column) < std::pair(b.line, b.column);
        });
        std::vector<Mistake> mistakes;
        for (Noted& one : noted) mistakes.push_back(std::move(one.mistake));
        throw FileError(std::move(mistakes));
    }
};

YamlReader::YamlReader(const std::filesystem::path& file) : YamlReader(file, text_of(file)) {}

YamlReader::YamlReader(const std::filesystem::path& file, const std::string& text)
    : document_(std::make_shared<Document>()) {
    document_->file = file;
    section_ = &document_->open("", parse(file, text));
}

YamlReader::YamlReader(std::shared_ptr<Document> document, Section& section)
    : document_(std::move(document)), section_(&section) {}

const std::filesystem::path& YamlReader::file() const {
    return document_->file;
}

bool YamlReader::has(const char* key) const {
    return section_->value(key).IsDefined();
}

void YamlReader::refuse(const std::string& key, const std::string& reason) {
    document_->note(section_->mark(key), section_->prefix + key, reason);
}

Mistake YamlReader::mistake(const std::string& key, const std::string& reason) const {
    return mistake_at(file(), section_->mark(key), section_->prefix + key, reason);
}

bool YamlReader::is_map(const char* key) const {
    const YAML::Node node = section_->value(key);
    return node.IsDefined() && node.IsMap();
}

bool YamlReader::complain(const char* key, const std::string& complaint) {
    if (!complaint.empty()) refuse(key, complaint);
    return complaint.empty();
}

bool YamlReader::collect(const std::string& key, const std::function<void()>& work) {
    try {
        work();
        return true;
    } catch (const FileError& error) {
        const YAML::Mark mark = section_->mark(key);
        document_->bad_keys.insert(section_->prefix + key);
        for (const Mistake& mistake : error.mistakes())
            document_->noted.push_back({mark.line, mark.column, mistake});
        return false;
    }
}

bool YamlReader::good(const std::string& key) const {
    const auto& bad = document_->bad_keys;
    const auto has_below = [&](const std::string& prefix) {
        const auto found = bad.lower_bound(prefix);
        return found != bad.end() && found->compare(0, prefix.size(), prefix) == 0;
    };
    if (key.empty()) return !has_below(section_->prefix);
    const std::string name = section_->prefix + key;
    return bad.count(name) == 0 && !has_below(name + ".") && !has_below(name + "[");
}

bool YamlReader::require(const char* key) {
    if (has(key)) return true;
    allow(key);
    refuse(key, "is missing");
    return false;
}

void YamlReader::allow(const char* key) {
    section_->know(key);
}

void YamlReader::allow_others() {
    section_->allows_others = true;
}

std::vector<Mistake> YamlReader::pass_unknown() {
    std::vector<Mistake> passed;
    for (auto& [prefix, section] : document_->sections)
        for (const auto& [mark, key] : Document::unknown_in(section)) {
            passed.push_back(mistake_at(document_->file, mark, prefix + key, ""));
            section.know(key);
        }
    std::stable_sort(passed.begin(), passed.end(), [](const Mistake& a, const Mistake& b) {
        return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    return passed;
}

std::vector<std::string> YamlReader::known_keys() const {
    std::vector<std::string> keys;
    for (const auto& [prefix, section] : document_->sections)
        for (const std::string& key : section.known) keys.push_back(prefix + key);
    return keys;
}

void YamlReader::finish(const KeyHint& hint) {
    for (const auto& [prefix, section] : document_->sections)
        document_->note_unknown(section, hint);
    document_->throw_noted();
}

std::optional<std::string> YamlReader::scalar(const char* key, const char* otherwise) {
    const YAML::Node node = section_->take(key);
    if (!node.IsDefined()) return std::nullopt;
    if (node.IsScalar()) return node.Scalar();
    refuse(key, otherwise);
    return std::nullopt;
}

bool YamlReader::count(const char* key, std::uint64_t& value) {
    const auto text = scalar(key, "must be a whole number of 0 or more");
    return text && complain(key, read_count(*text, value));
}

bool YamlReader::flag(const char* key, bool& value) {
    constexpr const char* reason = "must be true or false";
    const auto text = scalar(key, reason);
    if (!text) return false;
    if (YAML::convert<bool>::decode(section_->value(key), value)) return true;
    return complain(key, std::string(reason) + ", is '" + *text + "'");
}

bool YamlReader::text(const char* key, std::string& value) {
    const auto read = scalar(key);
    if (read) value = *read;
    return read.has_value();
}

bool YamlReader::texts(const char* key, std::vector<std::string>& value) {
    const YAML::Node node = section_->take(key);
    if (!node.IsDefined()) return false;
    if (!node.IsSequence() || node.size() == 0)
        return complain(key, "must be a list such as [program, word]");
    std::vector<std::string> words;
    for (const YAML::Node& item : node) {
        if (!item.IsScalar()) return complain(key, "must be a list of words");
        words.push_back(item.Scalar());
    }
    value = std::move(words);
    return true;
}

bool YamlReader::output_file(const char* key, std::optional<std::filesystem::path>& value) {
    const auto read = scalar(key, "must name a file");
    if (!read) return false;
    if (read->empty()) return complain(key, "must name a file");
    value = file().parent_path() / *read;
    return true;
}

bool YamlReader::input_file(const char* key, std::optional<std::filesystem::path>& value) {
    std::optional<std::filesystem::path> named;
    if (!output_file(key, named)) return false;
    const std::string problem = read_problem(*named);
    if (!problem.empty()) return complain(key, named->string() + ": " + problem);
    value = std::move(named);
    return true;
}

std::optional<std::size_t> YamlReader::index_of(const char* key, const Names& names) {
    const auto read = scalar(key);
    if (!read) return std::nullopt;
    const auto found = std::find(names.begin(), names.end(), *read);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    refuse(key, "must be one of " + joined(names) + ", is '" + *read + "'");
    return std::nullopt;
}

std::optional<YamlValue> YamlReader::value(const char* key) {
    const YAML::Node node = section_->take(key);
    if (!node.IsDefined()) return std::nullopt;
    auto value = PlainValues().take(node);
    if (!value) refuse(key, "must be a single value or a list of such");
    return value;
}

std::vector<std::string> YamlReader::keys() {
    std::vector<std::string> keys;
    for (const auto& item : section_->map) {
        if (!item.first.IsScalar()) continue;
        keys.push_back(item.first.Scalar());
        section_->know(keys.back());
    }
    return keys;
}

std::optional<YamlReader> YamlReader::section(const char* key) {
    const YAML::Node node = section_->take(key);
    if (!node.IsDefined()) return std::nullopt;
    if (node.IsMap())
        return YamlReader(document_, document_->open(section_->prefix + key + ".", node));
    refuse(key, "must be a map of keys");
    return std::nullopt;
}

std::vector<YamlReader> YamlReader::sections(const char* key) {
    std::vector<YamlReader> readers;
    const YAML::Node node = section_->take(key);
    if (!node.IsDefined()) return readers;
    if (!node.IsSequence()) refuse(key, "must be a list of maps");
    for (std::size_t i = 0; node.IsSequence() && i < node.size(); ++i) {
        const std::string name = section_->prefix + key + "[" + std::to_string(i) + "]";
        if (node[i].IsMap())
            readers.push_back(YamlReader(document_, document_->open(name + ".", node[i])));
        else
            document_->note(node[i].Mark(), name, "must be a map of keys");
    }
    return readers;
}

void refuse_key(const std::filesystem::path& file, const std::string& key,
                const std::string& reason) {
    const YAML::Node map = parse(file, text_of(file));
    const YAML::Node node = map[key];
    throw FileError({mistake_at(file, (node.IsDefined() ? node : map).Mark(), key, reason)});
}

namespace {

/// Largest depth of nested values; aliases could multiply them.
constexpr int deepest = 16;
constexpr std::size_t most_nodes = 10'000;

class ScalarWalk {
  public:
    explicit ScalarWalk(const std::filesystem::path& file) : file_(file) {}

    void walk(const YAML::Node& node, const std::string& keys, int depth) {
        if (depth > deepest || ++nodes_ > most_nodes) return;
        if (node.IsScalar()) {
            const std::string place = to_string(mistake_at(file_, node.Mark(), "", keys));
            found.push_back({keys, place, node.Scalar()});
        } else if (node.IsMap()) {
            for (const auto& item : node)
                if (item.first.IsScalar())
                    walk(item.second, keys + (keys.empty() ? "" : ".") + item.first.Scalar(),
                         depth + 1);
        } else if (node.IsSequence()) {
            for (std::size_t i = 0; i < node.size(); ++i)
                walk(node[i], keys + "[" + std::to_string(i) + "]", depth + 1);
        }
    }

    std::vector<YamlScalar> found;

  private:
    const std::filesystem::path& file_;
    std::size_t nodes_ = 0;
};

}  // namespace

std::vector<YamlScalar> scalars_of(const std::filesystem::path& file) {
    ScalarWalk scalars(file);
    try {
        scalars.walk(YAML::LoadFile(file.string()), "", 0);
    } catch (const YAML::Exception&) {  // the reader of that file reports it
    }
    return std::move(scalars.found);
}

}  // namespace plant
