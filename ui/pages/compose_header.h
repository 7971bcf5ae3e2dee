#pragma once

#include "core/workbench/workbench.h"

#include <QList>
#include <QWidget>

#include <chrono>

class QLabel;
class QPushButton;
class QSpinBox;

namespace brokerscope {

class ElidedLabel;
class TargetBox;
class VersionSlider;

// The top of the Compose page: which API at which version, for whom, and the Send button. GUI thread.
class ComposeHeader : public QWidget {
    Q_OBJECT

public:
    enum class SendState { Ready, Problems, InFlight };

    explicit ComposeHeader(const SchemaRegistry& registry, QWidget* parent = nullptr);

    void setApi(int apiKey, int version);
    void setCluster(const ClusterView& view);  // without versions: not connected
    void setSendState(SendState state);
    int version() const;
    void setVersion(int version);
    // "key 12 · broker knows 0-4 · changes the cluster".
    QString facts() const;
    // A question about this request is open elsewhere, whose button is the one to press.
    void setAsked(bool asked);
    TargetBox& target() const { return *m_target; }
    std::chrono::milliseconds timeout() const;

Q_SIGNALS:
    void versionChosen(int version);
    void sendRequested();
    void cancelRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QLabel* caption(const QString& text, QWidget& buddy);
    void setUpSend();
    void updateSlider();
    void updateVersion();

    const SchemaRegistry& m_registry;
    ClusterView m_view;
    int m_apiKey = -1;
    SendState m_state = SendState::Ready;
    ElidedLabel* m_title = nullptr;
    VersionSlider* m_slider = nullptr;
    QLabel* m_version = nullptr;
    TargetBox* m_target = nullptr;
    QSpinBox* m_timeout = nullptr;
    QList<QLabel*> m_captions;
    QPushButton* m_send = nullptr;
};

}  // namespace brokerscope
