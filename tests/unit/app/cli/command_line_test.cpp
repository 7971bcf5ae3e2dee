#include "tests/unit/app/cli/cli_run.h"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <regex>

namespace brokerscope {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace testing;

CliRun encodeMetadata(const std::string& body) {
    return runBscope({"encode", "Metadata", "--version", "12", "--body", "-"}, body);
}

TEST(CommandLine, UnknownOptionsAreNamedWithTheNearest) {
    EXPECT_EQ(runBscope({"--keylog", "x", "apis"}).err,
              "bscope: no option is called \"--keylog\" (see bscope help apis)\n");
    EXPECT_THAT(runBscope({"apis", "--formt", "json"}).err, HasSubstr("\"--formt\"; did you mean \"--format\"?"));
    for (const char* later : {"--profile", "--config", "-X", "--keylog"}) {
        const CliRun run = runBscope({"apis", later, "x"});
        EXPECT_EQ(run.status, 2) << later;
        EXPECT_THAT(run.err, HasSubstr(std::string("no option is called \"") + later + '"'));
    }
}

TEST(CommandLine, BadNumbersAndRepeatedOptionsHaveSentences) {
    const CliRun number = runBscope({"schema", "Fetch", "--version", "x"});
    EXPECT_EQ(number.status, 2);
    EXPECT_THAT(number.err, HasSubstr("--version: \"x\" is not a whole number"));
    const CliRun twice = runBscope({"--format", "json", "apis", "--format", "text"});
    EXPECT_EQ(twice.status, 2);
    EXPECT_THAT(twice.err, HasSubstr("--format is given more than once"));
}

TEST(CommandLine, HelpOfACommandNamesItOnce) {
    const CliRun run = runBscope({"help", "apis"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, HasSubstr("Usage: bscope apis [OPTIONS]"));
}

TEST(CommandLine, ColoursKeepToTerminalAndEnvironment) {
    const auto run = [](bool terminal, bool noColor, const std::string& when) {
        std::istringstream in;
        std::ostringstream out;
        std::ostringstream err;
        runCli({"encode", "Metadata", "--version", "1", "--format", "annotated", "--color", when},
               {in, out, err, false, terminal, noColor});
        return out.str().find('\x1b') != std::string::npos;
    };
    EXPECT_TRUE(run(true, false, "auto"));
    EXPECT_FALSE(run(false, false, "auto"));
    EXPECT_FALSE(run(true, true, "auto"));
    EXPECT_TRUE(run(false, true, "always"));
    EXPECT_FALSE(run(true, false, "never"));
}

TEST(CommandLine, ABodyWithoutContentIsNoBody) {
    const CliRun run = encodeMetadata(" \n");
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr("standard input: it is empty"));
    EXPECT_EQ(encodeMetadata("{}").status, 0);
}

TEST(CommandLine, BrokenBodiesAreSaidWithLineColumnAndName) {
    const CliRun broken = encodeMetadata("{\n  \"topics\": [\n    {\"name\":\"orders\",}]}");
    EXPECT_EQ(broken.status, 2);
    EXPECT_THAT(broken.err, HasSubstr("line 3, column "));
    const CliRun unknown = encodeMetadata(R"({"topics":[{"nmae":"orders"}]})");
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.err, HasSubstr("topics[0].nmae: no field is called \"nmae\"; nearest: name"));
    const CliRun type = encodeMetadata(R"({"topics":[{"name":5}]})");
    EXPECT_EQ(type.status, 2);
    EXPECT_THAT(type.err, HasSubstr("topics[0].name: expected a string"));
    const CliRun utf8 = encodeMetadata("{\"topics\":[{\"name\":\"a\xff\"}]}");
    EXPECT_EQ(utf8.status, 2);
    EXPECT_THAT(utf8.err, HasSubstr("UTF-8"));
    const CliRun range = runBscope({"encode", "Produce", "--version", "9", "--body", R"({"acks":40000})"});
    EXPECT_EQ(range.status, 2);
    EXPECT_THAT(range.err, HasSubstr("acks: 40000 is outside -32768 to 32767"));
}

// Names of the options that a help text explains, in the order they stand there.
std::vector<std::string> optionsIn(const std::string& help) {
    static const std::regex s_option("\n  (?:-[a-z],)?(--[a-z-]+)");
    std::vector<std::string> names;
    for (std::sregex_iterator at(help.begin(), help.end(), s_option), end; at != end; ++at) {
        names.push_back((*at)[1]);
    }
    return names;
}

std::vector<std::string> commandsIn(const std::string& help) {
    static const std::regex s_command("\n  ([a-z]+) +[A-Z]");
    std::vector<std::string> names;
    const std::string list = help.substr(help.find("Subcommands:"));
    for (std::sregex_iterator at(list.begin(), list.end(), s_command), end; at != end; ++at) {
        names.push_back((*at)[1]);
    }
    return names;
}

TEST(CommandLine, TheManPageHasEveryCommandAndOption) {
    std::ifstream file(BROKERSCOPE_SOURCE_DIR "/packaging/man/bscope.1");
    std::string page{std::istreambuf_iterator<char>(file), {}};
    std::erase(page, '\\');
    const std::string help = runBscope({"help"}).out;
    const std::vector<std::string> commands = commandsIn(help);
    EXPECT_GE(commands.size(), 10U);
    EXPECT_GE(optionsIn(help).size(), 15U);
    for (const std::string& option : optionsIn(help)) {
        EXPECT_THAT(page, HasSubstr("fB" + option + "fR"));
    }
    for (const std::string& command : commands) {
        EXPECT_THAT(page, HasSubstr(".B " + command));
        for (const std::string& option : optionsIn(runBscope({"help", command}).out)) {
            EXPECT_THAT(page, HasSubstr("fB" + option + "fR")) << command;
        }
    }
}

TEST(CommandLine, WhatWasNotSaidIsAskedFor) {
    EXPECT_THAT(runBscope({"decode", "MetadataRequest", "00"}).err, HasSubstr("which version?"));
    EXPECT_THAT(runBscope({"decode", "MetadataRequest", "00"}).err, Not(HasSubstr("\"\"")));
    EXPECT_THAT(runBscope({"send", "Metadata"}).err, HasSubstr("which broker? Give --bootstrap HOST:PORT"));
}

}  // namespace
}  // namespace brokerscope
