#pragma once

#include "ui/models/rebalance_story.h"

#include <QFrame>

class QTextBrowser;

namespace brokerscope {

class TitleBar;

// Why a group rebalances: the story of one rebalance with links to the raw things that tell it. GUI thread.
class WhyPanel : public QFrame {
    Q_OBJECT

public:
    explicit WhyPanel(QWidget* parent = nullptr);

    void setStory(RebalanceStory story);
    // There is no rebalance to tell of; the sentence says what that means.
    void setEmptyText(const QString& sentence);
    QString plainText() const;
    // The first raw thing that the story names; nothing where it names none.
    std::optional<EventEvidence> firstEvidence() const;

Q_SIGNALS:
    void evidenceWanted(const brokerscope::EventEvidence& evidence);
    void stepWanted(int step);  // 1: the next rebalance, -1: the one before

protected:
    void changeEvent(QEvent* event) override;

private:
    void showHtml();
    QString htmlOf(const RebalanceStory& story) const;
    void follow(const QString& link);

    TitleBar* m_title = nullptr;
    QTextBrowser* m_text = nullptr;
    RebalanceStory m_story;
    QString m_emptyText;
    QString m_shown;
};

}  // namespace brokerscope
