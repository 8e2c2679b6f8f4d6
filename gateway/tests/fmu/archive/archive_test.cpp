// SPDX-License-Identifier: MIT
#include "archive/archive.hpp"
#include "archive/archive_writer.hpp"
#include "raw_zip.hpp"
#include "scratch_folder.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace archive_test {

using namespace gateway::fmu;
using tests::RawZip;
using tests::ScratchFolder;

namespace {

namespace fs = std::filesystem;

std::string text_in(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

mode_t mode_of(const fs::path& file) {
    struct stat about {};
    REQUIRE(::stat(file.c_str(), &about) == 0);
    return about.st_mode & 07777;
}

}  // namespace

TEST_CASE("what a writer writes, a reader reads and unpacks") {
    const ScratchFolder folder;
    ArchiveWriter writer;
    const std::string large(300'000, 'x');
    writer.add("modelDescription.xml", "<a/>");
    writer.add("resources/deep/er/table.csv", large);
    writer.add_file("resources/program", folder.write("program", "#!/bin/sh\n"),
                    ArchiveWriter::Mode::executable);
    writer.write(folder.path() / "x.fmu");

    const Archive archive(folder.path() / "x.fmu");
    REQUIRE(archive.entries().size() == 3);
    CHECK(archive.entries()[1].name == "resources/deep/er/table.csv");
    CHECK(archive.has("resources/program"));
    CHECK_FALSE(archive.has("resources"));
    CHECK(archive.read("modelDescription.xml", 4) == "<a/>");
    CHECK_THROWS_AS(archive.read("modelDescription.xml", 3), std::runtime_error);
    CHECK_THROWS_AS(archive.read("missing", 3), std::runtime_error);

    const fs::path target = folder.path() / "target";
    fs::create_directory(target);
    archive.unpack(target);
    CHECK(text_in(target / "resources/deep/er/table.csv") == large);
    CHECK(mode_of(target / "resources/deep/er/table.csv") == 0600);
    CHECK(mode_of(target / "resources/program") == 0700);
    CHECK(mode_of(target / "resources") == 0700);
}

TEST_CASE("equal entries make equal archives, much smaller than their content") {
    const auto bytes = [] {
        ArchiveWriter writer;
        writer.add("a.txt", std::string(100'000, 'a'));
        writer.add("b.txt", "b", ArchiveWriter::Mode::executable);
        return writer.bytes();
    };
    const std::string first = bytes();
    CHECK(first == bytes());
    CHECK(first.size() < 1000);
}

TEST_CASE("a writer refuses names that a reader would refuse") {
    ArchiveWriter writer;
    writer.add("a/b", "");
    for (const char* name : {"", "/a", "../a", "a//b", "A/B", "a", "a\\b", "c:d"})
        CHECK_THROWS_AS_MESSAGE(writer.add(name, ""), std::invalid_argument, name);
}

TEST_CASE("archives of other tools have folders as entries, and no modes") {
    const ScratchFolder folder;
    RawZip zip;
    zip.add({"binaries/", "", 0, 0, 040755}).add({"binaries/a.txt", "text", 0, 0, 0});
    zip.add({"empty/", "", 0, 0, 0});
    const fs::path target = folder.path() / "target";
    fs::create_directory(target);
    Archive(folder.write("x.fmu", zip.bytes())).unpack(target);
    CHECK(text_in(target / "binaries/a.txt") == "text");
    CHECK(fs::is_directory(target / "empty"));
}

TEST_CASE("nothing is unpacked to a folder with content") {
    const ScratchFolder folder;
    const Archive archive(folder.write("x.fmu", RawZip().add({"a", "b"}).bytes()));
    CHECK_THROWS_AS(archive.unpack(folder.path()), std::runtime_error);
    CHECK(fs::exists(folder.path() / "x.fmu"));
    CHECK_FALSE(fs::exists(folder.path() / "a"));
}

}  // namespace archive_test
