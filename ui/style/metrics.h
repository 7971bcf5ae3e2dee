#pragma once

namespace brokerscope {

// Sizes in device-independent pixels, at the standard font size. rowHeight() grows with the application's font.
struct Metrics {
    static constexpr int RowHeight = 24;
    static constexpr int ControlHeight = 26;
    static constexpr int RailWidth = 76;
    static constexpr int CellRoom = 18;  // beside the text of a table's cell, its margins together
    static constexpr int IconSize = 16;
    static constexpr int RailIconSize = 20;
    static constexpr int Radius = 4;       // corners of controls
    static constexpr int SmallRadius = 3;  // corners of byte runs and marks
    static constexpr int Margin = 10;      // around the contents of a page or panel
    static constexpr int Spacing = 8;      // between neighbours
};

// Height of a row of a list, tree or table.
int rowHeight();
// Height of the header of a list, tree or table.
int headerHeight();
// Height of a field, button or box.
int controlHeight();
// Height of the bar above the pages, with controls in it, and of the line below them.
int headerBarHeight();
int statusLineHeight();
int railWidth();  // of the pages' buttons at the left
// What has so many pixels at the standard font size, in proportion to the application's.
int scaledToFont(int pixels);

}  // namespace brokerscope
