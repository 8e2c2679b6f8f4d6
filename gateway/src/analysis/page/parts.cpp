// SPDX-License-Identifier: MIT
#include "parts.hpp"

#include "markup.hpp"
#include "palette.hpp"

#include <spdlog/fmt/fmt.h>

#include <string>

namespace gateway::page {
namespace {

/// The style rules that do not depend on the theme.
constexpr const char* style_rules = R"css(* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.45 system-ui,
  "Liberation Sans", "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 1200px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 19px; margin: 0 0 8px; overflow-wrap: anywhere; }
h3 { font-size: 16px; margin: 20px 0 6px; overflow-wrap: anywhere; }
p { margin: 0 0 8px; }
section { background: var(--panel); border-radius: 8px; padding: 20px 24px; margin-top: 16px; }
code { font: 13px/1.4 "DejaVu Sans Mono", "Liberation Mono", monospace; overflow-wrap: anywhere; }
.muted { color: var(--muted); }
.note { color: var(--muted); font-size: 14px; }
.verdict { font-size: 21px; font-weight: 600; margin: 12px 0; }
.totals { display: flex; gap: 8px 32px; flex-wrap: wrap; margin: 0 0 12px; }
.totals div { min-width: 90px; }
.totals b { display: block; font-size: 30px; line-height: 1.15; font-weight: 600; }
.share { display: flex; height: 14px; gap: 2px; border-radius: 4px; overflow: hidden; }
.share i { min-width: 3px; }
.is-pass { color: var(--pass); } .is-fail { color: var(--fail); }
.is-error { color: var(--error); } .is-missing { color: var(--muted); }
i.is-pass { background: var(--pass); } i.is-fail { background: var(--fail); }
i.is-error { background: var(--error); } i.is-missing { background: var(--missing); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; vertical-align: top; padding: 6px 16px 6px 0; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--muted); font-weight: 500; white-space: nowrap; }
th { font-weight: 600; } td:last-child, th:last-child { padding-right: 0; }
.n { text-align: right; white-space: nowrap; }
td.n + td:not(.n), th.n + th:not(.n) { padding-left: 8px; }
td.path { overflow-wrap: anywhere; min-width: 180px; } td.name { min-width: 150px; }
td.values { white-space: nowrap; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(330px, 100%), 1fr)); gap: 16px 24px; }
.wide + .plots { margin-top: 20px; }
figure { margin: 0; break-inside: avoid; }
figcaption { font-size: 14px; margin-bottom: 2px; overflow-wrap: anywhere; }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--muted); font-size: 12px; }
svg text.ty { text-anchor: end; } svg text.tx { text-anchor: middle; }
svg text.name { text-anchor: middle; fill: var(--text); }
svg path { fill: none; }
svg .grid { stroke: var(--line); } svg .frame { stroke: var(--muted); }
svg .pass { stroke: var(--pass); stroke-width: 4.4; stroke-linecap: round; stroke-opacity: .5; }
svg .fail { stroke: var(--fail); stroke-width: 1.5; }
svg .guide { stroke: var(--guide); stroke-width: 2; stroke-linejoin: round; }
svg .limit { stroke: var(--fail); stroke-dasharray: 5 3; stroke-width: 1.5; }
svg .bad { fill: var(--bad); }
svg path.bar { fill: var(--pass); } svg path.fails { fill: var(--fail); }
svg .line0 { stroke: var(--line0); } svg .line1 { stroke: var(--line1); }
svg .line2 { stroke: var(--line2); } svg .line3 { stroke: var(--line3); }
svg .line4 { stroke: var(--line4); } svg .line5 { stroke: var(--line5); }
svg .line6 { stroke: var(--line6); } svg .line7 { stroke: var(--line7); }
svg .area0 { fill: var(--line0); } svg .area1 { fill: var(--line1); }
svg .area2 { fill: var(--line2); } svg .area3 { fill: var(--line3); }
svg .area4 { fill: var(--line4); } svg .area5 { fill: var(--line5); }
svg .area6 { fill: var(--line6); } svg .area7 { fill: var(--line7); }
svg [class^="line"] { stroke-width: 1.6; stroke-linejoin: round; }
svg .line1, svg .line5 { stroke-dasharray: 6 4; }
svg .route { stroke: var(--line); stroke-width: 6; stroke-linejoin: round; }
svg .band { fill: var(--line); fill-opacity: 0.6; stroke: none; }
svg .bound { stroke: var(--text); stroke-dasharray: 5 3; }
svg .moment { stroke-width: 1.5; stroke-dasharray: 2 3; }
svg .is-pass { stroke: var(--pass); } svg .is-fail { stroke: var(--fail); }
svg circle { fill: none; stroke-width: 2.2; }
.key { display: inline-block; margin-right: 14px; } .key svg { display: inline-block; width: 24px;
  height: 10px; margin-right: 5px; }
pre { font: 13px/1.4 "DejaVu Sans Mono", "Liberation Mono", monospace; overflow-x: auto; margin: 0; }
.dense table { font-size: 13px; } .dense td, .dense th { padding: 4px 10px 4px 0; }
.dense td.path { min-width: 240px; }
.bars { display: grid; grid-template-columns: max-content 1fr max-content; gap: 4px 12px; align-items: center; }
.bars i { display: block; height: 8px; background: var(--pass); border-radius: 2px; }
.bars i + i { margin-top: 2px; opacity: .45; }
@media print { :root { color-scheme: light; } body { background: #fff; font-size: 12px; }
  section { padding: 8px 0; break-inside: auto; } main { padding: 0; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)css";

/// The style sheet of a page. Colours are those of the gateway's web page.
std::string page_style() {
    const std::string themes =
        fmt::format(R"css(
:root {{ color-scheme: light dark; --page: #f4f5f6; --panel: #fff; --text: {text}; --muted: {muted};
  --line: {line}; --pass: {pass}; --fail: {fail}; --error: {error}; --missing: {missing};
  --bad: rgb(213 94 0 / 8%); --guide: {text}; --line0: {pass}; --line1: {fail}; --line2: #00825f;
  --line3: #b0558a; --line4: {muted}; --line5: #3a95c9; --line6: {error}; --line7: {red}; }}
@media (prefers-color-scheme: dark) {{ :root {{ --page: #131517; --panel: #1b1e21; --text: #e9ebed;
  --muted: #a6adb4; --line: #33383d; --pass: {sky}; --fail: #ff8a3d; --error: #e3ad3b;
  --missing: #7d868e; --bad: rgb(255 138 61 / 10%); --guide: #e9ebed; --line0: {sky};
  --line1: #ff8a3d; --line2: #2fc79a; --line3: #e39cc6; --line4: #a6adb4; --line5: #a4d8f3;
  --line6: #e3ad3b; --line7: #ff7b7b; }} }}
)css",
                    fmt::arg("text", palette::text), fmt::arg("muted", palette::muted),
                    fmt::arg("line", palette::line), fmt::arg("pass", palette::pass),
                    fmt::arg("fail", palette::fail), fmt::arg("error", palette::error),
                    fmt::arg("missing", palette::missing), fmt::arg("red", palette::red),
                    fmt::arg("sky", palette::sky));
    return themes + style_rules;
}

}  // namespace

std::string of_class(const std::string& kind) {
    return "class=\"" + kind + "\"";
}

std::string section(const std::string& title, const std::string& inside) {
    return element("section", element("h2", title) + inside) + "\n";
}

std::string cell(const std::string& inside) {
    return element("td", inside);
}

std::string number_cell(const std::string& inside) {
    return element("td", inside, of_class("n"));
}

std::string row(const std::string& cells) {
    return element("tr", cells) + "\n";
}

std::string table(const std::vector<std::string>& columns, const std::string& rows) {
    std::string head;
    for (const std::string& column : columns)
        head += column[0] == '#' ? element("th", column.substr(1), of_class("n"))
                                 : element("th", column);
    return element("div", element("table", element("thead", row(head)) + element("tbody", rows)),
                   of_class("wide"));
}

std::string fact(const std::string& name, const std::string& value) {
    return row(element("th", name) + cell(value));
}

std::string table_of_facts(const std::string& rows) {
    return element("div", element("table", element("tbody", rows)), of_class("wide"));
}

std::string plot_figure(const std::string& caption, const std::string& svg) {
    return element("figure", element("figcaption", caption) + svg);
}

std::string plural(std::uint64_t count, const std::string& word) {
    return figure(count) + " " + word + (count == 1 ? "" : "s");
}

std::string document(const std::string& title, const std::string& body) {
    return "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">"
           "<meta name=\"viewport\" content=\"width=device-width\">"
           "<meta http-equiv=\"Content-Security-Policy\" "
           "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
           "<title>" +
           escaped(title) + "</title><style>" + page_style() + "</style></head>\n<body><main>\n" +
           body + "</main></body>\n</html>\n";
}

}  // namespace gateway::page
