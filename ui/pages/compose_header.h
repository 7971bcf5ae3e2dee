#pragma once

#include "core/workbench/workbench.h"

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
    TargetBox& target() const { return *m_target; }
    std::chrono::milliseconds timeout() const;

Q_SIGNALS:
    void versionChosen(int version);
    void sendRequested();
    void cancelRequested();

private:
    QLabel* caption(const QString& text, QWidget& buddy);
    void setUpSend();
    void updateSlider();
    void updateFacts();

    const SchemaRegistry& m_registry;
    ClusterView m_view;
    int m_apiKey = -1;
    SendState m_state = SendState::Ready;
    QLabel* m_title = nullptr;
    ElidedLabel* m_facts = nullptr;
    VersionSlider* m_slider = nullptr;
    QLabel* m_version = nullptr;
    TargetBox* m_target = nullptr;
    QSpinBox* m_timeout = nullptr;
    QPushButton* m_send = nullptr;
};

}  // namespace brokerscope
