#pragma once

class QPainter;

namespace brokerscope {

struct HexScene;

// The backgrounds of the runs in the byte column: blocks of the same field joined, over row ends too.
void paintHexRuns(QPainter& painter, const HexScene& scene);

// What tells the kinds of runs apart without colour (underlines, boxes, bars), and the marks of diagnostics.
void paintHexDecorations(QPainter& painter, const HexScene& scene);

}  // namespace brokerscope
