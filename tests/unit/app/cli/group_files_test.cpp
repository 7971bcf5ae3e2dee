#include "tests/support/temporary_path.h"
#include "tests/unit/app/cli/cli_run.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

namespace brokerscope {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace testing;
using Json = nlohmann::json;

// What real members did and told (tests/kafka/members/README.md, "Recorded lives of groups") against what the timeline
// makes of the same lives: from all bytes between clients and broker, and from the records that the broker wrote.

enum class From { Capture, Segment };

std::string recordedFile(const std::string& scenario, From from) {
    const auto folder = std::filesystem::path(BROKERSCOPE_SOURCE_DIR) / "tests/kafka/data/groups";
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        const std::string name = file.path().filename().string();
        if (name.starts_with(scenario + '.') && name.ends_with(from == From::Capture ? ".pcap" : ".log")) {
            return file.path().string();
        }
    }
    ADD_FAILURE() << "no recorded file of " << scenario;
    return {};
}

struct Life {
    std::vector<Json> events;
    Json report;
};

Life watched(const std::string& scenario, From from) {
    const CliRun run = runBscope(
        {"groups", "watch", scenario, "--file", recordedFile(scenario, from), "--format", "json", "--report"});
    EXPECT_EQ(run.status, 0) << run.err;
    Life life;
    life.events = objectsOf(run);
    if (life.events.empty()) {
        ADD_FAILURE() << "nothing was said";
        return life;
    }
    life.report = life.events.back();
    life.events.pop_back();
    return life;
}

std::vector<Json> named(const Life& life, const std::string& event) {
    std::vector<Json> found;
    std::ranges::copy_if(life.events, std::back_inserter(found),
                         [&event](const Json& each) { return each.value("event", "") == event; });
    return found;
}

// "a": the client of a member id, of the first part of its client id ("a-StreamThread-1-consumer").
std::map<std::string, std::string> clientsOf(const Life& life) {
    std::map<std::string, std::string> clients;
    for (const Json& member : life.report.at("members")) {
        if (member.at("clientId").is_string()) {
            clients[member.at("member").get<std::string>()] = member.at("clientId").get<std::string>().substr(0, 1);
        }
    }
    return clients;
}

std::string clientName(const std::map<std::string, std::string>& clients, const Json& member) {
    if (!member.is_string()) {
        return "-";
    }
    const auto found = clients.find(member.get<std::string>());
    return found != clients.end() ? found->second : "?";
}

// "sessionTimeout: 2 b>a" for each rebalance that ended: why, and what moved from whom to whom.
std::vector<std::string> storyOf(const Life& life) {
    const auto clients = clientsOf(life);
    std::vector<std::string> story;
    for (const Json& ended : named(life, "rebalanceEnded")) {
        std::string line = ended.at("why").get<std::string>() + ':';
        std::set<std::string> moves;
        for (const Json& move : ended.at("moved")) {
            moves.insert(std::to_string(move.at("partition").get<int>()) + ' ' + clientName(clients, move.at("from")) +
                         '>' + clientName(clients, move.at("to")));
        }
        for (const std::string& move : moves) {
            line += ' ' + move;
        }
        story.push_back(line);
    }
    return story;
}

// The clients that left, with the reason.
std::vector<std::string> departures(const Life& life) {
    const auto clients = clientsOf(life);
    std::vector<std::string> left;
    for (const Json& event : named(life, "memberLeft")) {
        left.push_back(clientName(clients, event.at("member")) + ' ' + event.at("reason").get<std::string>());
    }
    return left;
}

struct Recorded {
    const char* scenario;
    From from;
    std::vector<std::string> story;
    std::vector<std::string> left;
};

class RecordedLife : public ::testing::TestWithParam<Recorded> {};

TEST_P(RecordedLife, IsToldAsItsMembersToldIt) {
    const Life life = watched(GetParam().scenario, GetParam().from);
    EXPECT_EQ(storyOf(life), GetParam().story);
    EXPECT_EQ(departures(life), GetParam().left);
    EXPECT_THAT(named(life, "violation"), IsEmpty());
    for (const Json& event : life.events) {
        EXPECT_EQ(event.at("group"), GetParam().scenario);
    }
    EXPECT_EQ(life.report.at("group"), GetParam().scenario);
    EXPECT_EQ(life.report.at("rebalances").size(), GetParam().story.size());
}

INSTANTIATE_TEST_SUITE_P(
    Groups, RecordedLife,
    ::testing::Values(
        Recorded{"classic-range",
                 From::Capture,
                 {"joined: 0 ->a 1 ->a 2 ->a", "joined: 2 a>b", "sessionTimeout: 2 b>a", "left: 0 a>- 1 a>- 2 a>-"},
                 {"b sessionTimeout", "a left"}},
        Recorded{"cooperative-sticky",
                 From::Capture,
                 {"joined: 0 ->a 1 ->a 2 ->a", "joined: 2 a>b", "left: 2 b>a", "left: 0 a>- 1 a>- 2 a>-"},
                 {"b left", "a left"}},
        Recorded{"consumer-uniform",
                 From::Capture,
                 {"joined: 0 ->a 1 ->a 2 ->a", "joined: 2 a>b", "sessionTimeout: 2 b>a", "joined: 2 a>c", "left: 2 d>a",
                  "left: 0 a>- 1 a>- 2 a>-"},
                 {"b sessionTimeout", "c staticReplaced", "d left", "a left"}},
        // The first assignment of a share group is empty; nothing that is seen tells why another one follows.
        Recorded{"share",
                 From::Capture,
                 {"joined:", "unknown: 0 ->a 1 ->a 2 ->a", "joined: 2 a>b", "left: 2 b>a", "left: 0 a>- 1 a>- 2 a>-"},
                 {"b left", "a left"}},
        Recorded{"streams",
                 From::Capture,
                 {"joined: 0 ->a 1 ->a 2 ->a", "joined: 2 a>b", "left: 2 b>a", "left: 0 a>- 1 a>- 2 a>-"},
                 {"b left", "a left"}},
        // Records show that a member is gone, and not whether it left or was missed; but a had joined a generation less
        // than its session before.
        Recorded{"classic-range",
                 From::Segment,
                 {"joined: 0 ->a 1 ->a 2 ->a", "joined: 2 a>b", "unknown: 2 b>a", "left: 0 a>- 1 a>- 2 a>-"},
                 {"b unknown", "a left"}},
        Recorded{"cooperative-sticky",
                 From::Segment,
                 {"joined: 0 ->a 1 ->a 2 ->a", "joined: 2 a>b", "unknown: 2 b>a", "unknown: 0 a>- 1 a>- 2 a>-"},
                 {"b unknown", "a unknown"}},
        Recorded{
            "share",
            From::Segment,
            {"joined:", "unknown: 0 ->a 1 ->a 2 ->a", "joined: 2 a>b", "unknown: 2 b>a", "unknown: 0 a>- 1 a>- 2 a>-"},
            {"b unknown", "a unknown"}},
        Recorded{"consumer-uniform",
                 From::Segment,
                 {"joined: 0 ->a 1 ->a 2 ->a", "joined: 2 a>b", "unknown: 2 b>a", "joined: 2 a>c", "unknown: 2 d>a",
                  "unknown: 0 a>- 1 a>- 2 a>-"},
                 {"b unknown", "c staticReplaced", "d unknown", "a unknown"}},
        Recorded{"streams",
                 From::Segment,
                 {"joined: 0 ->a 1 ->a 2 ->a", "joined: 2 a>b", "unknown: 2 b>a", "unknown: 0 a>- 1 a>- 2 a>-"},
                 {"b unknown", "a unknown"}}),
    [](const ::testing::TestParamInfo<Recorded>& recorded) {
        std::string name = recorded.param.scenario;
        std::erase(name, '-');
        return name + (recorded.param.from == From::Capture ? "_capture" : "_segment");
    });

TEST(GroupFiles, AGroupThatIsNotThereIsSaid) {
    const CliRun run = runBscope({"groups", "watch", "payments", "--file", recordedFile("share", From::Capture)});
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr("group payments: nothing is said about it"));
}

TEST(GroupFiles, WithoutNamesAllGroupsAreWatched) {
    const CliRun run = runBscope({"groups", "watch", "--file", recordedFile("share", From::Segment), "--file",
                                  recordedFile("streams", From::Segment), "--format", "json"});
    EXPECT_EQ(run.status, 0) << run.err;
    std::set<std::string> groups;
    for (const Json& event : objectsOf(run)) {
        groups.insert(event.at("group").get<std::string>());
    }
    EXPECT_EQ(groups, (std::set<std::string>{"share", "streams"}));
}

TEST(GroupFiles, ThePartitionIsInTheFoldersName) {
    const auto folder = temporaryPath("logs") / "__consumer_offsets-18";
    std::filesystem::create_directories(folder);
    std::filesystem::copy_file(recordedFile("share", From::Segment), folder / "00000000000000000000.log");
    const CliRun run = runBscope({"groups", "watch", "--file", folder.string(), "--format", "json"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.err, IsEmpty());
    bool hasRecord = false;
    for (const Json& event : objectsOf(run)) {
        if (event.contains("record")) {
            hasRecord = true;
            EXPECT_EQ(event.at("record").at("partition"), 18);
        }
    }
    EXPECT_TRUE(hasRecord);
    std::filesystem::remove_all(folder.parent_path());
    const CliRun gone = runBscope({"groups", "watch", "--file", folder.string()});
    EXPECT_EQ(gone.status, 2);
}

TEST(GroupFiles, ASourceAloneIsListenedTo) {
    const CliRun run = runBscope({"groups", "watch", "--file", recordedFile("consumer-uniform", From::Capture),
                                  "--source", "exchange", "--format", "json"});
    EXPECT_EQ(run.status, 0) << run.err;
    std::set<std::string> sources;
    for (const Json& event : objectsOf(run)) {
        sources.insert(event.at("source").get<std::string>());
    }
    EXPECT_FALSE(sources.contains("describe"));
    EXPECT_TRUE(sources.contains("exchange"));
}

TEST(GroupFiles, FilesOfAnotherKindAreRefused) {
    const auto file = temporaryPath("notes.txt");
    std::ofstream(file) << "no capture at all, and no segment either";
    const CliRun run = runBscope({"groups", "watch", "--file", file.string()});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("notes.txt"));
    std::filesystem::remove(file);
}

TEST(GroupFiles, OptionsBelongToTheirActions) {
    EXPECT_EQ(runBscope({"groups"}).status, 2);
    EXPECT_EQ(runBscope({"groups", "dance"}).status, 2);
    EXPECT_EQ(runBscope({"groups", "list", "orders"}).status, 2);
    EXPECT_EQ(runBscope({"groups", "describe"}).status, 2);
    EXPECT_EQ(runBscope({"groups", "describe", "a", "b"}).status, 2);
    EXPECT_EQ(runBscope({"groups", "list", "--report"}).status, 2);
    EXPECT_EQ(runBscope({"groups", "watch", "g"}).status, 2) << "no broker";
    const CliRun source = runBscope({"groups", "watch", "--bootstrap", "127.0.0.1:1", "--source", "exchange"});
    EXPECT_EQ(source.status, 2);
    EXPECT_THAT(source.err, HasSubstr("--source"));
    EXPECT_EQ(runBscope({"groups", "watch", "--bootstrap", "127.0.0.1:1", "--for", "long"}).status, 2);
}

TEST(GroupsHelp, HasExamples) {
    const CliRun run = runBscope({"help", "groups"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, HasSubstr("groups watch orders --file"));
}

}  // namespace
}  // namespace brokerscope
