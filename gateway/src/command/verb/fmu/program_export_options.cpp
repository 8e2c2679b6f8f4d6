// SPDX-License-Identifier: MIT
#include "program_export_options.hpp"

#include "config/common/read_reference_id.hpp"

#include <plant/number_text.hpp>

#include <cmath>
#include <ostream>
#include <stdexcept>
#include <vector>

namespace gateway {

namespace {

constexpr plant::Range periods_s{1e-6, 1000};

}  // namespace

struct ProgramExportOptions::Arguments {
    std::string program, interface_file;
    std::vector<std::string> arguments, files;
    ddc::Id reference_id = ddc::first_program_id;
    double period_s = 0.01;

    fmu::ProgramExport what(const FmuOutput& output) const {
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
    verb.add_option("--program", given.program,
                    "Export this program: its ports become variables, and the FMU contains and "
                    "starts it. A file, or the name of an installed program");
    verb.add_option("--argument", given.arguments,
                    "Argument of the program (default: ddc, and the reference id)")
        .repeatable();
    verb.add_option("--file", given.files,
                    "File that the program reads or starts, packed into its working folder")
        .placeholder("FILE")
        .repeatable();
    verb.add_file("--interface", given.interface_file,
                  "Interface of the program as JSON (default: the program is started and asked)");
    verb.add_parsed_option(
            "--reference-id",
            [&given](const std::string& text) -> std::string {
                const auto id = parse_reference_id(text);
                if (!id) return "must be a hexadecimal number from 4000 to ffffff";
                given.reference_id = *id;
                return {};
            },
            "Reference id of the program, hexadecimal")
        .placeholder("ID")
        .show_default("4000");
    verb.add_parsed_option(
            "--period",
            [&given](const std::string& text) {
                return plant::read_number(text, periods_s, given.period_s);
            },
            "Simulated time between two cycles of the program, in s: communication steps are "
            "multiples of it")
        .placeholder("SECONDS")
        .show_default("0.01");
}

ProgramExportOptions::~ProgramExportOptions() = default;

bool ProgramExportOptions::is_given() const {
    return !given_->program.empty();
}

void ProgramExportOptions::run(const FmuOutput& output, std::ostream& out) const {
    for (const std::string& remark : fmu::export_program(given_->what(output), output.file))
        out << remark << '\n';
}

}  // namespace gateway
