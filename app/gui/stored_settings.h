#pragma once

#include "ui/shell/window_settings.h"

namespace brokerscope {

// What the window remembers, in the place where the system keeps settings of programs.
WindowSettings readStoredSettings();
void storeSettings(const WindowSettings& settings);

}  // namespace brokerscope
