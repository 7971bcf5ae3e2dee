#pragma once

#include <cstdint>

namespace brokerscope {

// Which colours the window wears. System follows the desktop: light or dark by the luminance of its own palette.
enum class Theme : std::uint8_t { System, Light, Dark, HighContrastLight, HighContrastDark };

}  // namespace brokerscope
