#include "server/engine_question.h"

#include <exception>
#include <mutex>

namespace partita::server {

namespace {

/// One question on its way. A question that was preempted is asked again, so its stop flag is lowered when it begins; the
/// mutex makes sure that a stop is either seen in `fate` then or raises the flag after that.
struct Search {
  Services& services;
  EngineQuestion question;
  std::function<void(const EngineAnswer&)> on_answer;
  std::mutex mutex;
  base::StopFlag stopped;

  void stop() {
    const std::lock_guard lock(mutex);
    stopped.raise();
  }
  bool begins(const SearchPool::Fate& fate) {
    const std::lock_guard lock(mutex);
    stopped.lower();
    return !fate.is_interrupted();
  }

  EngineAnswer think(const SearchPool::Fate& fate) {
    auto engine = services.shelf.take(question.engine);
    if (!engine) return {{}, engine.error()};
    EngineAnswer answer;
    if (begins(fate)) {
      catalog::SearchRequest request;
      request.stop = &stopped;
      request.limits = question.limits;
      if (question.on_line) {
        request.is_analysis = question.urgency == SearchPool::Urgency::kAnalysis;
        request.on_line = [&](const catalog::LineReport& line) {
          if (!fate.is_interrupted()) question.on_line(line);
        };
      }
      answer.result = (*engine)->search(question.position, request);
    }
    services.shelf.put_back(question.engine, std::move(*engine));
    return answer;
  }

  void run(const SearchPool::Fate& fate) {
    EngineAnswer answer;
    try {
      answer = think(fate);
    } catch (const std::exception& failure) {
      answer.failure = failure.what();
    }
    if (fate.is_interrupted()) return;
    services.loop.post([on_answer = on_answer, answer = std::move(answer)] { on_answer(answer); });
  }
};

}  // namespace

base::Parsed<SearchPool::Ticket> ask(Services& services, EngineQuestion question,
                                     std::function<void(const EngineAnswer&)> on_answer) {
  const std::string client = question.client;
  const auto urgency = question.urgency;
  const std::shared_ptr<Search> search(new Search{services, std::move(question), std::move(on_answer), {}, {}});
  return services.pool.submit({client, urgency, [search](const SearchPool::Fate& fate) { search->run(fate); },
                               [search] { search->stop(); }});
}

}  // namespace partita::server
