#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace brokerscope {

// Rows of cells as lines whose columns stand below each other, two blanks between them. A column whose cells below the
// first row are numbers, "-" among them allowed, stands to the right. Widths are counted in characters of UTF-8.
class TextColumns {
public:
    explicit TextColumns(std::vector<std::string> head) { m_rows.push_back(std::move(head)); }

    // Cells that are missing are empty; further ones than the first row has are left out.
    void add(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }
    // Each line ends with \n, and none with blanks.
    std::string text() const;

private:
    std::vector<std::vector<std::string>> m_rows;
};

}  // namespace brokerscope
