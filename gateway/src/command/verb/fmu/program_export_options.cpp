// SPDX-License-Identifier: MIT
#include "program_export_options.hpp"

#include "number/number_option.hpp"

#include <ddc/interface/layout.hpp>
#include <ddc/types.hpp>

#include <charconv>
#include <cmath>
#include <ostream>
#include <stdexcept>
#include <vector>

namespace gateway {

namespace {

constexpr plant::Range periods_s{1e-6, 1000};
constexpr ddc::Id last_id = 0xffffff;

/// @return the error, or an empty text
std::string take_hexadecimal(const std::string& text, ddc::Id& id) {
    const std::size_t prefix = text.rfind("0x", 0) == 0 ? 2 : 0;
    ddc::Id value = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data() + prefix, last, value, 16);
    if (error != std::errc() || end != last || value < ddc::interface::min_reference_id ||
        value > last_id)
        return "must be a hexadecimal number from 4000 to ffffff";
    id = value;
    return {};
}

}  // namespace

struct ProgramExportOptions::Arguments {
    std::string program, interface_file;
    std::vector<std::string> arguments, files;
    ddc::Id reference_id = ddc::first_program_id;
    double period_s = 0.01;

    fmu::ProgramExport what(const ExportedFmu& output) const {
        fmu::ProgramExport what;
        what.program = program;
        what.arguments = arguments;
        what.files.assign(files.begin(), files.end());
        what.interface_file = interface_file;
        what.name = output.name;
        what.reference_id = reference_id;
        what.period_ns = std::llround(period_s * 1e9);
        what.version = output.version;
        return what;
    }
};

ProgramExportOptions::ProgramExportOptions(ddc::command::Verb& verb)
    : given_(std::make_unique<Arguments>()) {
    Arguments& given = *given_;
    const auto take_reference_id = [&given](const std::string& text) {
        return take_hexadecimal(text, given.reference_id);
    };
    options_ = std::vector<ddc::command::Option>{
        verb.add_option("--program", given.program,
                        "Export this program: its ports become variables, and the FMU contains and "
                        "starts it. A file, or the name of an installed program"),
        verb.add_option("--argument", given.arguments,
                        "Argument of the program (default: the reference id, or ddc and the "
                        "reference id, whichever it accepts)")
            .repeatable(),
        verb.add_option("--file", given.files,
                        "File that the program reads or starts, packed into its working folder")
            .placeholder("FILE")
            .repeatable(),
        verb.add_file("--interface", given.interface_file,
                      "Interface of the program as JSON (default: the program is started and "
                      "asked)"),
        verb.add_parsed_option("--reference-id", take_reference_id,
                               "Reference id of the program, hexadecimal")
            .placeholder("ID")
            .show_default("4000"),
        add_number(verb, "--period", given.period_s, periods_s,
                   "Simulated time between two cycles of the program, in s: communication steps "
                   "are multiples of it")};
}

ProgramExportOptions::~ProgramExportOptions() = default;

bool ProgramExportOptions::is_given() const {
    return !given_->program.empty();
}

void ProgramExportOptions::run(const ExportedFmu& output, std::ostream& out) const {
    for (const std::string& remark : fmu::export_program(given_->what(output), output.file))
        out << remark << '\n';
}

}  // namespace gateway
