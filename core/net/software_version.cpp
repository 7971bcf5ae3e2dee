#include "core/net/software_version.h"

namespace brokerscope {

std::string programVersion() {
    return BROKERSCOPE_VERSION;
}

}  // namespace brokerscope
