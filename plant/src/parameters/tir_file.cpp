// SPDX-License-Identifier: MIT
#include "parameters/tir_file.hpp"

#include "parameters/text.hpp"

#include <plant/file_error.hpp>
#include <plant/number_text.hpp>
#include <plant/open_file.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>

namespace plant {
namespace {

struct Entry {
    std::string text;
    int line = 0;
    int column = 0;
    std::string section;
    bool is_read = false;
};

/// The text without surrounding blanks and quotes.
std::string bare(const std::string& text) {
    return std::string(trimmed(text, " \t\r'\""));
}

std::string upper(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

/// Whether a key is a coefficient such as PDX1: of a force, moment or relaxation length, of any
/// model.
bool is_coefficient(const std::string& key) {
    const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
    const auto digit = std::find_if_not(key.begin(), key.end(), is_letter);
    return std::string("PQRS").find(key[0]) != std::string::npos && digit - key.begin() > 1 &&
           digit != key.end() && std::isdigit(static_cast<unsigned char>(*digit)) != 0;
}

/// All "key = value" of a file.
class TirFile {
  public:
    TirFile(const std::filesystem::path& file, std::vector<std::string>& notes)
        : name_(file.string()), notes_(notes) {
        std::ifstream stream = open_file(file);
        std::string line;
        for (int number = 1; std::getline(stream, line); ++number) read_line(line, number);
    }

    const Entry* find(const std::string& key) {
        const auto found = entries_.find(key);
        if (found == entries_.end()) return nullptr;
        found->second.is_read = true;
        return &found->second;
    }

    double number(const std::string& key, const Entry& entry) const {
        const auto value = number_in(entry);
        if (!value) fail(key, entry, "must be a finite number");
        return *value;
    }

    double required(const std::string& key) {
        const Entry* entry = find(key);
        if (entry == nullptr) throw FileError(name_, 0, 0, key, "is missing");
        return number(key, *entry);
    }

    /// The value in the file; if there is none, `assumed`, and note_missing reports it.
    double optional(const std::string& key, double assumed) {
        if (const Entry* entry = find(key)) return number(key, *entry);
        missing_[assumed].push_back(key);
        return assumed;
    }

    void note_missing() const {
        for (const auto& [assumed, keys] : missing_)
            note(joined(keys), nullptr, "missing, " + plain(assumed) + " assumed");
    }

    /// Reports coefficients of the file that are not zero and not used here.
    void note_unread() const {
        std::vector<std::string> keys;
        for (const auto& [key, entry] : entries_) {
            const bool scales = key[0] == 'L' && entry.section == "SCALING_COEFFICIENTS";
            const double no_effect = scales ? 1.0 : 0.0;
            if (!entry.is_read && (scales || is_coefficient(key)) && number_in(entry) != no_effect)
                keys.push_back(key);
        }
        if (!keys.empty())
            note(joined(keys), nullptr,
                 "not used: camber, turn slip, inflation pressure, overturning, and varying "
                 "relaxation and rolling resistance are not modelled");
    }

    /// Appends a note. @param at the entry that it concerns; null: the whole file
    void note(const std::string& key, const Entry* at, const std::string& text) const {
        const std::string place = at != nullptr ? ":" + std::to_string(at->line) : "";
        notes_.push_back(name_ + place + ": " + key + ": " + text);
    }

    [[noreturn]] void fail(const std::string& key, const Entry& at,
                           const std::string& reason) const {
        throw FileError(name_, at.line, at.column, key, reason);
    }

  private:
    static std::optional<double> number_in(const Entry& entry) {
        char* end = nullptr;
        const double value = std::strtod(entry.text.c_str(), &end);
        if (end == entry.text.c_str() || *end != '\0' || !std::isfinite(value)) return {};
        return value;
    }

    void read_line(const std::string& line, int number) {
        const std::string text = line.substr(0, line.find_first_of("$!"));
        const auto equals = text.find('=');
        const auto bracket = text.find('[');
        if (equals != std::string::npos)
            read_entry(text, equals, number);
        else if (bracket != std::string::npos)
            section_ = upper(bare(text.substr(bracket + 1, text.find(']') - bracket - 1)));
    }

    void read_entry(const std::string& text, std::size_t equals, int number) {
        const std::string key = upper(bare(text.substr(0, equals)));
        if (key.empty()) return;
        const auto value = std::min(text.find_first_not_of(" \t", equals + 1), text.size());
        const Entry entry{bare(text.substr(equals + 1)), number, static_cast<int>(value) + 1,
                          section_};
        const auto [first, is_new] = entries_.emplace(key, entry);
        // MASS and LENGTH are units in one section and sizes in others.
        if (!is_new && (first->second.section == section_ || is_coefficient(key)))
            fail(key, entry, "is given twice");
    }

    std::string name_;
    std::vector<std::string>& notes_;
    std::string section_;
    std::map<std::string, Entry> entries_;
    std::map<double, std::vector<std::string>> missing_;
};

struct Coefficient {
    const char* key;
    double Mf52::*member;
};

constexpr Coefficient required_coefficients[] = {
    {"FNOMIN", &Mf52::fnomin}, {"UNLOADED_RADIUS", &Mf52::unloaded_radius},
    {"PCX1", &Mf52::pcx1},     {"PDX1", &Mf52::pdx1},
    {"PKX1", &Mf52::pkx1},     {"PCY1", &Mf52::pcy1},
    {"PDY1", &Mf52::pdy1},     {"PKY1", &Mf52::pky1},
    {"PKY2", &Mf52::pky2}};

constexpr Coefficient optional_coefficients[] = {
    {"PDX2", &Mf52::pdx2}, {"PEX1", &Mf52::pex1},   {"PEX2", &Mf52::pex2},   {"PEX3", &Mf52::pex3},
    {"PEX4", &Mf52::pex4}, {"PKX2", &Mf52::pkx2},   {"PKX3", &Mf52::pkx3},   {"PHX1", &Mf52::phx1},
    {"PHX2", &Mf52::phx2}, {"PVX1", &Mf52::pvx1},   {"PVX2", &Mf52::pvx2},   {"RBX1", &Mf52::rbx1},
    {"RBX2", &Mf52::rbx2}, {"RCX1", &Mf52::rcx1},   {"REX1", &Mf52::rex1},   {"REX2", &Mf52::rex2},
    {"RHX1", &Mf52::rhx1}, {"PDY2", &Mf52::pdy2},   {"PEY1", &Mf52::pey1},   {"PEY2", &Mf52::pey2},
    {"PEY3", &Mf52::pey3}, {"PHY1", &Mf52::phy1},   {"PHY2", &Mf52::phy2},   {"PVY1", &Mf52::pvy1},
    {"PVY2", &Mf52::pvy2}, {"RBY1", &Mf52::rby1},   {"RBY2", &Mf52::rby2},   {"RBY3", &Mf52::rby3},
    {"RCY1", &Mf52::rcy1}, {"REY1", &Mf52::rey1},   {"REY2", &Mf52::rey2},   {"RHY1", &Mf52::rhy1},
    {"RHY2", &Mf52::rhy2}, {"RVY1", &Mf52::rvy1},   {"RVY2", &Mf52::rvy2},   {"RVY4", &Mf52::rvy4},
    {"RVY5", &Mf52::rvy5}, {"RVY6", &Mf52::rvy6},   {"QBZ1", &Mf52::qbz1},   {"QBZ2", &Mf52::qbz2},
    {"QBZ3", &Mf52::qbz3}, {"QBZ9", &Mf52::qbz9},   {"QBZ10", &Mf52::qbz10}, {"QCZ1", &Mf52::qcz1},
    {"QDZ1", &Mf52::qdz1}, {"QDZ2", &Mf52::qdz2},   {"QDZ6", &Mf52::qdz6},   {"QDZ7", &Mf52::qdz7},
    {"QEZ1", &Mf52::qez1}, {"QEZ2", &Mf52::qez2},   {"QEZ3", &Mf52::qez3},   {"QEZ4", &Mf52::qez4},
    {"QHZ1", &Mf52::qhz1}, {"QHZ2", &Mf52::qhz2},   {"SSZ1", &Mf52::ssz1},   {"SSZ2", &Mf52::ssz2},
    {"LFZO", &Mf52::lfzo}, {"LCX", &Mf52::lcx},     {"LMUX", &Mf52::lmux},   {"LEX", &Mf52::lex},
    {"LKX", &Mf52::lkx},   {"LHX", &Mf52::lhx},     {"LVX", &Mf52::lvx},     {"LCY", &Mf52::lcy},
    {"LMUY", &Mf52::lmuy}, {"LEY", &Mf52::ley},     {"LKY", &Mf52::lky},     {"LHY", &Mf52::lhy},
    {"LVY", &Mf52::lvy},   {"LTR", &Mf52::ltr},     {"LRES", &Mf52::lres},   {"LXAL", &Mf52::lxal},
    {"LYKA", &Mf52::lyka}, {"LVYKA", &Mf52::lvyka}, {"LS", &Mf52::ls}};

/// In other models, coefficients of the same names have other meanings.
void refuse_other_models(TirFile& file) {
    constexpr const char* readable =
        "; only car tyres of MF-Tyre 5 (FITTYP 5, 6 or 52) or PAC2002 are supported";
    const auto check = [&](const char* key, const std::vector<std::string>& known) {
        const Entry* entry = file.find(key);
        if (entry == nullptr || entry->text.empty()) return;
        if (std::find(known.begin(), known.end(), upper(entry->text)) == known.end())
            file.fail(key, *entry, "is '" + entry->text + "'" + readable);
    };
    check("PROPERTY_FILE_FORMAT", {"PAC2002", "MF-TYRE"});
    check("FITTYP", {"5", "6", "52"});
    for (const char* key : {"PCY2", "PEY5", "PKY4", "PKY5", "PKY6", "PKY7"})
        if (const Entry* entry = file.find(key))
            file.fail(key, *entry, std::string("belongs to MF 6 or a motorcycle tyre") + readable);
}

void refuse_other_units(TirFile& file) {
    const auto check = [&](const char* key, const char* first, const char* second) {
        const Entry* entry = file.find(key);
        if (entry == nullptr) return;
        const std::string unit = upper(entry->text);
        if (unit != first && unit != second) file.fail(key, *entry, "only SI units are supported");
    };
    check("LENGTH", "METER", "M");
    check("FORCE", "NEWTON", "N");
    check("ANGLE", "RADIANS", "RADIAN");
}

void read_side(TirFile& file, Mf52& c) {
    const Entry* entry = file.find("TYRESIDE");
    const std::string side = entry != nullptr ? upper(entry->text) : "";
    if (side == "RIGHT") {
        c.side = -1.0;
    } else if (side != "LEFT") {
        file.note("TYRESIDE", entry, "neither LEFT nor RIGHT, LEFT assumed");
    }
}

/// Relaxation lengths at nominal load. Source: MF-Tyre 5.2, transient behaviour.
void read_transient(TirFile& file, TyreParams& tyre) {
    const Mf52& c = tyre.mf52;
    const auto within = [](double length) { return std::clamp(length, 0.05, 5.0); };
    if (file.find("PTX1") != nullptr) {
        tyre.relaxation_longitudinal_m =
            within(std::abs(file.required("PTX1")) * c.unloaded_radius * c.lfzo);
    } else {
        file.note("PTX1", nullptr, "missing, a longitudinal relaxation length of 0.1 m assumed");
    }
    if (file.find("PTY1") != nullptr && file.find("PTY2") != nullptr) {
        const double slope = std::sin(2.0 * std::atan(1.0 / file.required("PTY2")));
        tyre.relaxation_lateral_m =
            within(std::abs(file.required("PTY1") * slope) * c.unloaded_radius * c.lfzo);
    } else {
        file.note("PTY1, PTY2", nullptr, "missing, a lateral relaxation length of 0.45 m assumed");
    }
}

void check_values(TirFile& file, const Mf52& c) {
    if (!(c.fnomin > 0.0)) file.fail("FNOMIN", *file.find("FNOMIN"), "must be positive");
    if (!(c.lfzo > 0.0)) file.fail("LFZO", *file.find("LFZO"), "must be positive");
    if (!(c.pky1 < 0.0)) {
        file.fail("PKY1", *file.find("PKY1"), "must be negative (axes of TYDEX, ISO 8855)");
    }
    if (c.pdx1 <= 0.0) file.fail("PDX1", *file.find("PDX1"), "must be positive");
    if (c.pdy1 == 0.0) file.fail("PDY1", *file.find("PDY1"), "must not be zero");
    if (c.pcx1 < 1.0 || c.pcx1 > 2.0) file.note("PCX1", file.find("PCX1"), "outside of 1 to 2");
    if (c.pcy1 < 1.0 || c.pcy1 > 2.0) file.note("PCY1", file.find("PCY1"), "outside of 1 to 2");
    if (c.rbx1 == 0.0 || c.rby1 == 0.0) {
        file.note("RBX1, RBY1", nullptr, "zero or missing: no loss of force in combined slip");
    }
}

}  // namespace

TyreParams load_tir(const std::filesystem::path& path, std::vector<std::string>& notes) {
    TirFile file(path, notes);
    refuse_other_models(file);
    refuse_other_units(file);
    TyreParams tyre;
    tyre.model = TyreModel::mf52;
    Mf52& c = tyre.mf52;
    for (const Coefficient& item : required_coefficients) c.*item.member = file.required(item.key);
    for (const Coefficient& item : optional_coefficients) {
        c.*item.member = file.optional(item.key, c.*item.member);
    }
    read_side(file, c);
    check_values(file, c);
    read_transient(file, tyre);
    tyre.nominal_load_n = c.fnomin;
    tyre.rolling_resistance = file.optional("QSY1", tyre.rolling_resistance);
    tyre.vertical_stiffness_n_per_m =
        file.optional("VERTICAL_STIFFNESS", tyre.vertical_stiffness_n_per_m);
    file.note_missing();
    file.note_unread();
    try {
        validate(tyre);
    } catch (const std::invalid_argument& error) {
        throw FileError(path.string(), 0, 0, "", error.what());
    }
    return tyre;
}

}  // namespace plant
