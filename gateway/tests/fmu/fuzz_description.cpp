// SPDX-License-Identifier: MIT
// The bytes are a model description, or terminals. What is read is checked and shown; a refusal
// names the file.
#include "description/read_description.hpp"
#include "expect.hpp"
#include "rule/check.hpp"
#include "show/show.hpp"

#include <ddc/interface/visible.hpp>
#include <nlohmann/json.hpp>
#include <plant/file_error.hpp>

#include <cstdint>
#include <string>

namespace {

using namespace gateway::fmu;
using fuzz::expect;

void show(const ModelDescription& description) {
    const Fmu fmu{description, {"binaries/linux64/car.so"}};
    const auto violations = check(fmu);
    for (const Violation& violation : violations)
        expect(to_string(violation) == ddc::interface::visible(to_string(violation)),
               "a violation is one line");
    for (const std::string& text :
         {show_text(fmu, violations), show_json(fmu, violations), map_text(fmu, "x.fmu")})
        expect(text == ddc::interface::visible_lines(text), "a terminal can show it");
    expect(nlohmann::json::accept(show_json(fmu, violations)), "it is JSON");
}

template <class Read>
void read_with(Read read) {
    try {
        read();
    } catch (const plant::FileError& error) {
        expect(std::string(error.what()).rfind("m.xml:", 0) == 0, "an error names the file");
        expect(std::string(error.what()).size() < 4000, "an error is short");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    read_with([&] { show(read_description(text, "m.xml")); });
    read_with([&] { (void)read_terminals(text, "m.xml"); });
    return 0;
}
