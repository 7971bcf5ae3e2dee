#include "ui/shell/page.h"

#include <QCoreApplication>

namespace brokerscope {

namespace {

struct Pages {
    Q_DECLARE_TR_FUNCTIONS(Pages)
};

}  // namespace

QString pageTitle(Page page) {
    const std::array<QString, kPages.size()> titles{Pages::tr("Cluster"),  Pages::tr("Compose"), Pages::tr("Traffic"),
                                                    Pages::tr("Groups"),   Pages::tr("Topics"),  Pages::tr("Files"),
                                                    Pages::tr("Reference")};
    return titles[static_cast<std::size_t>(page)];
}

QString pageName(Page page) {
    const std::array<QString, kPages.size()> names{
        QStringLiteral("cluster"), QStringLiteral("compose"), QStringLiteral("traffic"),  QStringLiteral("groups"),
        QStringLiteral("topics"),  QStringLiteral("files"),   QStringLiteral("reference")};
    return names[static_cast<std::size_t>(page)];
}

QString pageIcon(Page page) {
    return pageName(page);
}

}  // namespace brokerscope
