// SPDX-License-Identifier: MIT
#include "archive/archive.hpp"
#include "child.hpp"
#include "raw_zip.hpp"
#include "scratch_folder.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <stdexcept>

namespace hostile_archive_test {

using namespace gateway::fmu;
using doctest::Contains;
using tests::deflated_zeros;
using tests::RawEntry;
using tests::RawZip;
using tests::ScratchFolder;

namespace {

namespace fs = std::filesystem;

/// Reads and unpacks an archive. @return the error; empty if there is none
doctest::String error_of(const std::string& bytes, const ArchiveLimits& limits = {}) {
    const ScratchFolder folder;
    const fs::path target = folder.path() / "in" / "target";
    fs::create_directories(target);
    std::string error;
    try {
        Archive(folder.write("x.fmu", bytes), limits).unpack(target);
    } catch (const std::runtime_error& caught) {
        error = caught.what();
        CHECK(fs::is_empty(target));
        CHECK(error.find("x.fmu: ") != std::string::npos);
    }
    // Nothing was written beside the target.
    CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 2);
    CHECK(std::distance(fs::directory_iterator(folder.path() / "in"), {}) == 1);
    return error.c_str();
}

doctest::String error_of_name(const std::string& name) {
    return error_of(RawZip().add({"before", "b"}).add({name, "x"}).bytes());
}

doctest::String error_of_two(const std::string& first, const std::string& second) {
    return error_of(RawZip().add({first, "1"}).add({second, "2"}).bytes());
}

doctest::String error_of_entry(const RawEntry& entry, const ArchiveLimits& limits = {}) {
    return error_of(RawZip().add({"before", "b"}).add(entry).bytes(), limits);
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
    for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + 1))
        text.replace(at, old.size(), by);
    return text;
}

/// Whether a function, in a process with this much address space, ends with an
/// error of std::runtime_error.
template <class Body>
bool ends_with_error_within(std::size_t bytes, Body body) {
    tests::Child child([&] {
        const rlimit limit{bytes, bytes};
        if (::setrlimit(RLIMIT_AS, &limit) != 0) return 2;
        try {
            body();
        } catch (const std::runtime_error&) {
            return 0;
        } catch (...) {
            return 3;
        }
        return 1;
    });
    return child.wait() == 0;
}

}  // namespace

TEST_CASE("names that leave the folder, or that other systems read otherwise, are refused") {
    CHECK(error_of_name("fine/name") == "");
    CHECK(error_of_name("../x") == Contains("../x: the name has a part . or .."));
    CHECK(error_of_name("a/../../x") == Contains("a part . or .."));
    CHECK(error_of_name("a/..") == Contains("a part . or .."));
    CHECK(error_of_name("./x") == Contains("a part . or .."));
    CHECK(error_of_name("/etc/x") == Contains("is absolute"));
    CHECK(error_of_name("a//x") == Contains("an empty part"));
    CHECK(error_of_name("..\\x") == Contains("a backslash"));
    CHECK(error_of_name("C:x") == Contains("a colon"));
    CHECK(error_of_name("") == Contains("is empty"));
    CHECK(error_of_name("/") == Contains("is absolute"));
    CHECK(error_of_name("a\nb") == Contains("a\\nb: the name has a control character"));
    CHECK(error_of_name("a\x7f") == Contains("a control character"));
    CHECK(error_of_name("a\xff") == Contains("is not UTF-8"));
    CHECK(error_of_name(std::string(600, 'a')) == Contains("is longer than 512 bytes"));
    CHECK(error_of_name(std::string(201, 'a')) == Contains("a part of more than 200 bytes"));
    std::string deep = "x";
    for (int i = 0; i < 30; ++i) deep = "d/" + deep;
    CHECK(error_of_name(deep) == Contains("is deeper than 24 folders"));
}

TEST_CASE("a name with a zero byte is checked to its end") {
    CHECK(error_of_name(std::string("a\0/../../x", 10)) == Contains("a part . or .."));
}

TEST_CASE("two entries of one name, also of a file and a folder, are refused") {
    CHECK(error_of_two("a", "b") == "");
    CHECK(error_of_two("a", "a") == Contains("occurs twice"));
    CHECK(error_of_two("a/b.so", "A/B.SO") == Contains("occurs twice"));
    CHECK(error_of_two("a", "a/b") == Contains("is in a folder that is also a file"));
    CHECK(error_of_two("a/b", "A") == Contains("is also a folder"));
    CHECK(error_of_two("a/b/c", "a/b") == Contains("is also a folder"));
}

TEST_CASE("links, devices, encryption and unusual compression are refused") {
    CHECK(error_of_entry({"a", "/etc/passwd", 0, 0, S_IFLNK | 0777}) == Contains("a: is a link"));
    for (const mode_t type : {S_IFCHR, S_IFBLK, S_IFIFO, S_IFSOCK})
        CHECK(error_of_entry({"a", "", 0, 0, type | 0644}) == Contains("is not a regular file"));
    CHECK(error_of_entry({"a", std::string(20, 'x'), 0, 1}) == Contains("is encrypted"));
    for (const int method : {1, 9, 12, 14, 93, 95})
        CHECK(error_of_entry({"a", "x", static_cast<std::uint16_t>(method)}) ==
              Contains("a method other than deflate"));
    CHECK(error_of_entry({"a/", "x"}) == Contains("is a folder with content"));
}

TEST_CASE("no entry is larger than the limit, whatever the archive states") {
    const std::string zeros = deflated_zeros(1000);
    const std::uint32_t size = 1 + 1000 * 2064;
    CHECK(error_of_entry(
              {"a", zeros, 8, 0, 0, size, tests::checksum_of(std::string(size, '\0'))}) == "");
    const ArchiveLimits limits{100, 100'000};
    CHECK(error_of_entry({"a", zeros, 8, 0, 0, size}, limits) ==
          Contains("a: with it, the archive unpacks to more than 100000 bytes"));
    CHECK(error_of_entry({"a", zeros, 8, 0, 0, 10}, limits) == Contains("a: unpacks to more than"));
    CHECK(error_of_entry({"a", zeros, 8, 0, 0, 0xffff'fff0}) == Contains("with it, the archive"));
}

TEST_CASE("the limit is of all entries together") {
    const std::string zeros = deflated_zeros(20);
    const ArchiveLimits limits{100, 60'000};
    RawZip zip;
    const std::uint32_t checksum = tests::checksum_of(std::string(1 + 20 * 2064, '\0'));
    for (const char* name : {"a", "b"}) zip.add({name, zeros, 8, 0, 0, 10, checksum});
    CHECK(error_of(zip.bytes(), limits) != "");
    RawZip honest;
    for (const char* name : {"a", "b"}) honest.add({name, zeros, 8, 0, 0, 1 + 20 * 2064, checksum});
    CHECK(error_of(honest.bytes(), limits) == Contains("b: with it, the archive unpacks to more"));
}

TEST_CASE("there is a most number of entries") {
    RawZip zip;
    for (int i = 0; i < 11; ++i) zip.add({"file" + std::to_string(i), ""});
    CHECK(error_of(zip.bytes(), {11, 1000}) == "");
    CHECK(error_of(zip.bytes(), {10, 1000}) == Contains("has more than 10 entries"));
}

TEST_CASE("damaged archives are refused") {
    const std::string bytes = RawZip().add({"a", "first content"}).add({"b", "second"}).bytes();
    CHECK(error_of(bytes) == "");
    CHECK(error_of("") == Contains("is not an archive"));
    CHECK(error_of("no archive at all") == Contains("is not an archive"));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        INFO(size);
        CHECK(error_of(bytes.substr(0, size)) != "");
    }
    CHECK(error_of(replaced(bytes, "first", "FIRST")) == Contains("a: is damaged"));
    CHECK(error_of_entry({"a", "x", 0, 0, 0, 1, 123}) == Contains("a: is damaged"));
    CHECK(error_of_entry({"a", "no deflate", 8, 0, 0, 10}) == Contains("a: is damaged"));
    CHECK(error_of_entry({"a", deflated_zeros(2).substr(0, 10), 8, 0, 0, 4129}) != "");
}

TEST_CASE("something other than a regular file is refused at once") {
    const ScratchFolder folder;
    const fs::path fifo = folder.path() / "fifo";
    REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
    CHECK_THROWS_WITH_AS(Archive{fifo}, Contains("is not a regular file"), std::runtime_error);
    CHECK_THROWS_WITH_AS(Archive{folder.path()}, Contains("is not a regular file"),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(Archive{folder.path() / "missing"}, Contains("No such file"),
                         std::runtime_error);
}

TEST_CASE("memory does not depend on what the end of an archive states") {
    RawZip zip;
    zip.add({"a", "b"});
    CHECK(error_of(zip.bytes_with_large_end(47, 1)) == "");
    for (const std::uint64_t size : {std::uint64_t{1} << 24U, std::uint64_t{1} << 40U,
                                     std::uint64_t{0x7fff'ffff'ffff'ffff}, ~std::uint64_t{0}})
        CHECK(error_of(zip.bytes_with_large_end(size, size / 46)) ==
              Contains("has a list of entries above 8 MiB"));
    CHECK(error_of(zip.bytes_with_large_end(47, 1'000'000'000'000)) != "");
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("100000 entries are refused with little memory") {
    const ScratchFolder folder;
    RawZip zip;
    for (int i = 0; i < 100'000; ++i) zip.add({"f" + std::to_string(i), ""});
    const fs::path file = folder.write("x.fmu", zip.bytes());
    CHECK(ends_with_error_within(std::size_t{512} << 20U, [&] { Archive archive(file); }));
}

TEST_CASE("an entry of many zeros is refused with little memory") {
    const ScratchFolder folder;
    const fs::path file =
        folder.write("x.fmu", RawZip().add({"a", deflated_zeros(100'000), 8, 0, 0, 10}).bytes());
    const Archive archive(file);
    CHECK(ends_with_error_within(std::size_t{256} << 20U,
                                 [&] { (void)archive.read("a", 16U << 20U); }));
}
#endif

}  // namespace hostile_archive_test
