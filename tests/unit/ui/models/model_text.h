#pragma once

#include "ui/models/value_format.h"

#include <QAbstractItemModel>
#include <QAbstractItemModelTester>
#include <QString>
#include <string>

namespace brokerscope::testing {

// How a tester of a model objects in every test.
inline constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

inline void appendRows(QString& text, const QAbstractItemModel& model, const QModelIndex& parent, int depth) {
    for (int row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(parent); ++column) {
            cells.append(
                model.index(row, column, parent).data().toString().replace(QChar(kMeaningSeparator), QLatin1Char('~')));
        }
        text += QString(depth * 2, QLatin1Char(' ')) + cells.join(QStringLiteral(" | ")) + QLatin1Char('\n');
        appendRows(text, model, model.index(row, 0, parent), depth + 1);
    }
}

// The whole model as text: a row a line, cells between bars, two spaces a level, "~" between a value and its meaning.
inline std::string modelText(const QAbstractItemModel& model, const QModelIndex& parent = {}) {
    QString text;
    appendRows(text, model, parent, 0);
    return text.toStdString();
}

}  // namespace brokerscope::testing
