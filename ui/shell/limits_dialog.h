#pragma once

#include "core/base/limit_names.h"

#include <QDialog>

#include <vector>

class QDoubleSpinBox;
class QFormLayout;

namespace brokerscope {

// The limits that the window works with, to be changed: each by the name that refusals give, with its unit and what it
// keeps away. A dialog that is accepted has them in limits(). GUI thread.
class LimitsDialog : public QDialog {
    Q_OBJECT

public:
    explicit LimitsDialog(const Limits& limits, QWidget* parent = nullptr);

    // As the fields say now; what nobody changed is exactly what was given.
    Limits limits() const;

private:
    // One field and the limit that it is of.
    struct Field {
        const LimitName* limit = nullptr;
        QDoubleSpinBox* box = nullptr;
        double shown = 0;  // the value at first, as the box has it
    };

    void addField(QFormLayout& form, const LimitName& limit, const QString& help);
    void showDefaults();

    Limits m_given;
    std::vector<Field> m_fields;
};

}  // namespace brokerscope
