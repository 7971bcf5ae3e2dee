#include "core/text/group_report.h"
#include "tests/unit/core/groups/known_rebalances.h"

#include <gtest/gtest.h>

namespace brokerscope::stories {
namespace {

// The reports of E10 and E11, whole, so that a change in any part of the story shows.

std::string reportOf(const std::vector<GroupEvent>& events) {
    const GroupTimeline timeline = timelineOf(events);
    return timelineReport(*timeline.snapshot());
}

TEST(KnownRebalanceReports, E10OnTheWire) {
    EXPECT_EQ(reportOf(classicOnTheWire()), R"(Group g (classic), 03:01:40.000 to 03:02:10.000

Members: 2
  A h-consumer-A : 03:01:40.000 to 03:02:10.000
  B h-consumer-B : 03:01:49.500 to 03:02:00.000

Rebalances: 4
Rebalance 1: 03:01:40.000 to 03:01:43.020, generation ? -> 1, 3 020 ms
  why: 03:01:40.000 joined: A joined [exchange 1]
  orders-0: nobody -> A, unowned ?
  orders-1: nobody -> A, unowned ?
  orders-2: nobody -> A, unowned ?
  orders-3: nobody -> A, unowned ?
  orders-4: nobody -> A, unowned ?
  orders-5: nobody -> A, unowned ?
  phase joinWait of A: 3 000 ms
  phase sync of A: 20 ms
  waited longest for A
Rebalance 2: 03:01:49.500 to 03:01:52.062, generation 1 -> 2, eager, 2 562 ms
  why: 03:01:49.500 joined: B joined [exchange 7]
  orders-3: A -> B, unowned 32 ms (inferred)
  orders-4: A -> B, unowned 32 ms (inferred)
  orders-5: A -> B, unowned 32 ms (inferred)
  3 came back to their owners, unowned at most 31 ms
  phase notice of A: 2 520 ms
  phase joinWait of B: 2 536 ms
  phase rejoin of A: 10 ms
  phase joinWait of A: 5 ms
  phase sync of A: 26 ms
  phase sync of B: 26 ms
  waited longest for A
Rebalance 3: 03:02:00.000 to 03:02:02.600, generation 2 -> 3, eager, 2 600 ms
  why: 03:02:00.000 left: h-consumer-B (B) left [exchange 15]
  orders-3: B -> A, unowned 2 600 ms
  orders-4: B -> A, unowned 2 600 ms
  orders-5: B -> A, unowned 2 600 ms
  3 came back to their owners, unowned at most 7 ms
  phase notice of A: 2 590 ms
  phase rejoin of A: 3 ms
  phase joinWait of A: 3 ms
  phase sync of A: 4 ms
  waited longest for A
Rebalance 4: 03:02:10.000 to 03:02:10.000, generation 3 -> 3, eager, 0 ms
  why: 03:02:10.000 left: h-consumer-A (A) left [exchange 20]
  orders-0: A -> nobody, unowned ?
  orders-1: A -> nobody, unowned ?
  orders-2: A -> nobody, unowned ?
  orders-3: A -> nobody, unowned ?
  orders-4: A -> nobody, unowned ?
  orders-5: A -> nobody, unowned ?

Partitions unowned for a time: 6 of 6
        2 632 ms  orders-3
        2 632 ms  orders-4
        2 632 ms  orders-5
           38 ms  orders-0
           38 ms  orders-1
           38 ms  orders-2

Violations: 0

Not seen: 0

Events: 30, 0 repeated, 0 too late, 0 stale
)");
}

TEST(KnownRebalanceReports, E10InRecords) {
    EXPECT_EQ(reportOf(classicInRecords()), R"(Group g (classic), 03:01:40.000 to 03:02:10.001

Members: 2
  A h-consumer-A : 03:01:43.010 to 03:02:10.001
  B h-consumer-B : 03:01:52.050 to 03:02:02.598

Rebalances: 4
Rebalance 1: 03:01:43.000 to 03:01:43.010, generation 0 -> 1, eager, 10 ms
  why: 03:01:43.010 joined: A joined [offsets record 18:2]
  orders-0: nobody -> A, unowned ?
  orders-1: nobody -> A, unowned ?
  orders-2: nobody -> A, unowned ?
  orders-3: nobody -> A, unowned ?
  orders-4: nobody -> A, unowned ?
  orders-5: nobody -> A, unowned ?
  phase notLogged: 10 ms (blind)
Rebalance 2: 03:01:52.034 to 03:01:52.050, generation 1 -> 2, eager, 16 ms
  why: 03:01:52.050 joined: B joined [offsets record 18:3]
  orders-3: A -> B, unowned at least 16 ms (inferred)
  orders-4: A -> B, unowned at least 16 ms (inferred)
  orders-5: A -> B, unowned at least 16 ms (inferred)
  phase notLogged: 16 ms (blind)
Rebalance 3: 03:02:02.595 to 03:02:02.598, generation 2 -> 3, eager, 3 ms
  why: 03:02:02.598 unknown: h-consumer-B (B) left, or its session ended [offsets record 18:4]
  orders-3: B -> A, unowned at least 3 ms (inferred)
  orders-4: B -> A, unowned at least 3 ms (inferred)
  orders-5: B -> A, unowned at least 3 ms (inferred)
  phase notLogged: 3 ms (blind)
Rebalance 4: 03:02:10.001 to 03:02:10.001, generation 3 -> 4, eager, 0 ms
  why: 03:02:10.001 unknown: h-consumer-A (A) left, or its session ended [offsets record 18:5]
  orders-0: A -> nobody, unowned ?
  orders-1: A -> nobody, unowned ?
  orders-2: A -> nobody, unowned ?
  orders-3: A -> nobody, unowned ?
  orders-4: A -> nobody, unowned ?
  orders-5: A -> nobody, unowned ?
  phase notLogged: 0 ms (blind)

Partitions unowned for a time: 0 of 6

Violations: 0

Not seen: 0

Events: 13, 0 repeated, 0 too late, 0 stale
)");
}

TEST(KnownRebalanceReports, E11) {
    EXPECT_EQ(reportOf(consumerInRecords()), R"(Group g (consumer), 03:01:40.000 to 03:02:30.000

Members: 2
  A h-consumer-A : 03:01:40.000 to 03:02:30.000
  B h-consumer-B : 03:02:00.000 to 03:02:20.000

Rebalances: 4
Rebalance 1: 03:01:40.000 to 03:01:40.000, epoch ? -> 2, 0 ms
  why: 03:01:40.000 joined: h-consumer-A (A) joined [offsets record 18:1]
  orders-0: nobody -> A, unowned ?
  orders-1: nobody -> A, unowned ?
  orders-2: nobody -> A, unowned ?
  orders-3: nobody -> A, unowned ?
  orders-4: nobody -> A, unowned ?
  orders-5: nobody -> A, unowned ?
  phase targetWait: 0 ms
  phase take of A: 0 ms
  waited longest for A
Rebalance 2: 03:02:00.000 to 03:02:06.684, epoch 2 -> 3, 6 684 ms
  why: 03:02:00.000 joined: B joined [offsets record 18:2]
  orders-3: A -> B, unowned 184 ms
  orders-4: A -> B, unowned 184 ms
  orders-5: A -> B, unowned 184 ms
  phase targetWait: 1 500 ms
  phase toldToRevoke of A: 0 ms
  phase revoke of A: 5 000 ms
  phase take of B: 184 ms
  waited longest for A
Rebalance 3: 03:02:20.000 to 03:02:20.300, epoch 3 -> 4, 300 ms
  why: 03:02:20.000 unknown: h-consumer-B (B) left, or its session ended [offsets record 18:7]
  orders-3: B -> A, unowned 300 ms
  orders-4: B -> A, unowned 300 ms
  orders-5: B -> A, unowned 300 ms
  phase targetWait: 300 ms
  phase take of A: 0 ms
  waited longest for A
Rebalance 4: 03:02:30.000 to 03:02:30.000, epoch 4 -> 5, 0 ms
  why: 03:02:30.000 unknown: h-consumer-A (A) left, or its session ended [offsets record 18:9]
  orders-0: A -> nobody, unowned ?
  orders-1: A -> nobody, unowned ?
  orders-2: A -> nobody, unowned ?
  orders-3: A -> nobody, unowned ?
  orders-4: A -> nobody, unowned ?
  orders-5: A -> nobody, unowned ?
  phase targetWait: 0 ms

Partitions unowned for a time: 3 of 6
          484 ms  orders-3
          484 ms  orders-4
          484 ms  orders-5

Violations: 0

Not seen: 0

Events: 19, 0 repeated, 0 too late, 0 stale
)");
}

// A acknowledges before B waits: B is given its part at once.
TEST(KnownRebalanceReports, E11InTheOtherOrder) {
    EXPECT_EQ(reportOf(consumerInRecords(5'100, true)), R"(Group g (consumer), 03:01:40.000 to 03:02:30.000

Members: 2
  A h-consumer-A : 03:01:40.000 to 03:02:30.000
  B h-consumer-B : 03:02:00.000 to 03:02:20.000

Rebalances: 4
Rebalance 1: 03:01:40.000 to 03:01:40.000, epoch ? -> 2, 0 ms
  why: 03:01:40.000 joined: h-consumer-A (A) joined [offsets record 18:1]
  orders-0: nobody -> A, unowned ?
  orders-1: nobody -> A, unowned ?
  orders-2: nobody -> A, unowned ?
  orders-3: nobody -> A, unowned ?
  orders-4: nobody -> A, unowned ?
  orders-5: nobody -> A, unowned ?
  phase targetWait: 0 ms
  phase take of A: 0 ms
  waited longest for A
Rebalance 2: 03:02:00.000 to 03:02:11.600, epoch 2 -> 3, 11 600 ms
  why: 03:02:00.000 joined: B joined [offsets record 18:2]
  orders-3: A -> B, unowned 5 100 ms
  orders-4: A -> B, unowned 5 100 ms
  orders-5: A -> B, unowned 5 100 ms
  phase targetWait: 1 500 ms
  phase toldToRevoke of A: 0 ms
  phase revoke of A: 5 000 ms
  phase take of B: 5 100 ms
  waited longest for B
Rebalance 3: 03:02:20.000 to 03:02:20.300, epoch 3 -> 4, 300 ms
  why: 03:02:20.000 unknown: h-consumer-B (B) left, or its session ended [offsets record 18:6]
  orders-3: B -> A, unowned 300 ms
  orders-4: B -> A, unowned 300 ms
  orders-5: B -> A, unowned 300 ms
  phase targetWait: 300 ms
  phase take of A: 0 ms
  waited longest for A
Rebalance 4: 03:02:30.000 to 03:02:30.000, epoch 4 -> 5, 0 ms
  why: 03:02:30.000 unknown: h-consumer-A (A) left, or its session ended [offsets record 18:8]
  orders-0: A -> nobody, unowned ?
  orders-1: A -> nobody, unowned ?
  orders-2: A -> nobody, unowned ?
  orders-3: A -> nobody, unowned ?
  orders-4: A -> nobody, unowned ?
  orders-5: A -> nobody, unowned ?
  phase targetWait: 0 ms

Partitions unowned for a time: 3 of 6
        5 400 ms  orders-3
        5 400 ms  orders-4
        5 400 ms  orders-5

Violations: 0

Not seen: 0

Events: 18, 0 repeated, 0 too late, 0 stale
)");
}

}  // namespace
}  // namespace brokerscope::stories
