// SPDX-License-Identifier: MIT
#include <ddc/command/ddctool.hpp>

#include "context.hpp"

#include <ddc/version.h>
#include <ddc/command/command_line.hpp>
#include <ddc/command/run.hpp>
#include <ddc/interface/visible.hpp>
#include <ddc/types.hpp>

#include <cerrno>
#include <cstdlib>
#include <optional>
#include <sstream>

namespace ddc::command {
namespace {

struct ToolArguments {
    bool reads = false, writes = false, is_quiet = false;
    std::optional<Id> id;
    std::string type, value;
};

std::string parse_id(const std::string& text, std::optional<Id>& id) {
    const int base = text.compare(0, 2, "0x") == 0 ? 16 : 10;
    char* end = nullptr;
    errno = 0;
    const long number = std::strtol(text.c_str(), &end, base);
    const bool is_number = end != text.c_str() && *end == '\0' && errno == 0;
    if (!is_number || number < 0 || number >= max_capacity)
        return "must be an entry's id, such as 16384 or 0x4000";
    id = static_cast<Id>(number);
    return {};
}

/// Prints two lines; the second is the value.
int read_entry(Id id, std::ostream& out, std::ostream& err) {
    std::ostringstream value;
    const int code = run({"get", interface::hex(id)}, value, err);
    if (code == exit_ok) out << id << " (" << interface::hex(id) << "):\n" << value.str();
    return code;
}

int write_entry(const ToolArguments& given, std::ostream& out, std::ostream& err) {
    const char* const type = given.type == "s" ? "string" : given.type == "d" ? "double" : "int32";
    return run({"set", "--type", type, "--yes", "--", interface::hex(*given.id), given.value}, out,
               err);
}

int complain(const std::string& what, std::ostream& err) {
    err << "ddctool: " << what << "\nRun with --help for more information.\n";
    return exit_usage;
}

}  // namespace

int run_ddctool(const std::vector<std::string>& args, std::ostream& out, std::ostream& err) {
    ToolArguments given;
    CommandLine line("ddctool",
                     "Reads or writes an entry of the table, like the tool on the device.");
    line.add_flag("-r", given.reads,
                  "Read the entry. Prints two lines, the second one with the value");
    line.add_flag("-w", given.writes, "Write");
    line.add_flag("-q", given.is_quiet, "Ignored; accepted for existing scripts");
    line.add_parsed_option(
            "-u", [&](const std::string& text) { return parse_id(text, given.id); },
            "The entry's id, decimal, or hexadecimal with 0x")
        .placeholder("ID")
        .required();
    line.add_option("-t", given.type, "Type of the value: s string, d double, i int")
        .placeholder("TYPE")
        .one_of({"s", "d", "i"});
    line.add_option("-v", given.value, "Value to write").placeholder("VALUE");
    line.add_version("ddctool " DDC_VERSION);
    line.set_footer(
        "The table is that of DDC_NAME, or vcg. See also ddc, which can do more.\n\nExamples:\n"
        "  ddctool -r -q -u 16385\n"
        "  ddctool -w -u 16388 -t d -v 0.02");
    if (const std::optional<int> code = line.parse(args, out, err)) return *code;
    if (given.reads == given.writes) return complain("give either -r or -w", err);
    if (given.reads) return read_entry(*given.id, out, err);
    if (given.type.empty()) return complain("-w needs -t, and -v with the value", err);
    return write_entry(given, out, err);
}

}  // namespace ddc::command
