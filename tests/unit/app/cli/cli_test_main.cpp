#include <gmock/gmock.h>

// The commands make an application object themselves where they need one, so this is no Qt test's main.
int main(int argc, char** argv) {
    ::testing::InitGoogleMock(&argc, argv);
    return RUN_ALL_TESTS();
}
