#include "ui/shell/limits_dialog.h"

#include "ui/style/metrics.h"
#include "ui/widgets/font_follower.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <limits>

namespace brokerscope {
namespace {

constexpr double kMebibyte = 1048576;
constexpr double kMostMebibytes = 65536;
constexpr int kBoxWidth = 150;
constexpr int kHelpWidth = 420;

// Those that the window meets; a text or a definition is read by commands and at the start alone.
struct LimitHelp {
    std::string_view name;
    const char* text;
};
constexpr std::array kHelp{
    LimitHelp{"frame", QT_TRANSLATE_NOOP("brokerscope::LimitsDialog",
                                         "The largest message after its size prefix, in connections, "
                                         "captures and recordings, and the largest batch of a file")},
    LimitHelp{"decompressed", QT_TRANSLATE_NOOP("brokerscope::LimitsDialog", "What one compressed batch may become")},
    LimitHelp{"ratio", QT_TRANSLATE_NOOP("brokerscope::LimitsDialog",
                                         "How many bytes one compressed byte may become, once 16 MiB are out")},
    LimitHelp{"nodes",
              QT_TRANSLATE_NOOP("brokerscope::LimitsDialog", "Fields of one message; what follows them stays bytes")},
    LimitHelp{"depth", QT_TRANSLATE_NOOP("brokerscope::LimitsDialog", "How deep structures lie in each other")},
    LimitHelp{"diagnostics", QT_TRANSLATE_NOOP("brokerscope::LimitsDialog", "Remarks that are kept for one message")},
};

double shownOf(const LimitName& limit, std::uint64_t value) {
    return static_cast<double>(value) / (limit.isBytes ? kMebibyte : 1);
}

}  // namespace

LimitsDialog::LimitsDialog(const Limits& limits, QWidget* parent) : QDialog(parent), m_given(limits) {
    setWindowTitle(tr("Limits"));
    auto* about = new QLabel(
        tr("How much of what comes from outside is believed. Whatever meets a limit says which one, and by how much."));
    about->setWordWrap(true);
    auto* form = new QFormLayout;
    form->setVerticalSpacing(Metrics::Spacing);
    for (const LimitHelp& help : kHelp) {
        const auto names = limitNames();
        addField(*form, *std::ranges::find(names, help.name, &LimitName::name), tr(help.text));
    }
    auto* buttons =
        new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel | QDialogButtonBox::RestoreDefaults);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
            &LimitsDialog::showDefaults);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::Margin, Metrics::Margin, Metrics::Margin, Metrics::Margin);
    layout->setSpacing(Metrics::Margin);
    layout->addWidget(about);
    layout->addLayout(form);
    layout->addWidget(buttons);
}

void LimitsDialog::addField(QFormLayout& form, const LimitName& limit, const QString& help) {
    const QString name = QString::fromUtf8(limit.name.data(), static_cast<qsizetype>(limit.name.size()));
    auto* box = new QDoubleSpinBox;
    box->setObjectName(name);
    box->setAccessibleName(name);
    box->setToolTip(help);
    box->setDecimals(limit.isBytes ? 2 : 0);
    box->setRange(limit.isBytes ? 0.01 : 1, limit.isBytes ? kMostMebibytes : std::numeric_limits<int>::max());
    box->setSuffix(limit.isBytes ? tr(" MiB") : QString());
    box->setAlignment(Qt::AlignRight);
    followFontWidth(*box, kBoxWidth);
    box->setValue(shownOf(limit, m_given.*limit.member));
    auto* text = new QLabel(help);
    text->setWordWrap(true);
    text->setMinimumWidth(kHelpWidth);
    auto* row = new QHBoxLayout;
    row->setSpacing(Metrics::Margin);
    row->addWidget(box);
    row->addWidget(text, 1);
    form.addRow(name, row);
    m_fields.push_back({&limit, box, box->value()});
}

void LimitsDialog::showDefaults() {
    for (const Field& field : m_fields) {
        field.box->setValue(shownOf(*field.limit, Limits().*field.limit->member));
    }
}

Limits LimitsDialog::limits() const {
    Limits limits = m_given;
    for (const Field& field : m_fields) {
        if (field.box->value() != field.shown) {
            const double unit = field.limit->isBytes ? kMebibyte : 1;
            limits.*field.limit->member = static_cast<std::uint64_t>(field.box->value() * unit + 0.5);
        }
    }
    return limits;
}

}  // namespace brokerscope
