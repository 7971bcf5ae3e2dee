#pragma once

#include "ui/inspector/comparison_view.h"

#include <QDialog>

namespace brokerscope {

// A window of its own for a comparison. GUI thread.
class ComparisonWindow : public QDialog {
    Q_OBJECT

public:
    // The registry must outlive it and the work of the pool.
    explicit ComparisonWindow(const SchemaRegistry& registry, QWidget* parent = nullptr);

    void compare(ComparedMessage left, ComparedMessage right);  // and shows itself
    ComparisonView& view() const { return *m_view; }

private:
    ComparisonView* m_view;
};

}  // namespace brokerscope
