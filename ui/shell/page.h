#pragma once

#include <QString>

#include <array>

namespace brokerscope {

// The pages of the window in the order of the rail.
enum class Page : int { Cluster, Compose, Traffic, Groups, Topics, Files, Reference };

inline constexpr std::array<Page, 7> kPages{Page::Cluster, Page::Compose, Page::Traffic,  Page::Groups,
                                            Page::Topics,  Page::Files,   Page::Reference};

// How a page is called in the window; the name in files and settings; the name of its icon.
QString pageTitle(Page page);
QString pageName(Page page);
QString pageIcon(Page page);

}  // namespace brokerscope
