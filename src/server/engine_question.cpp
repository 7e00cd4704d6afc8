#include "server/engine_question.h"

#include <exception>
#include <mutex>

namespace partita::server {

namespace {

/// One question on its way. The engine belongs to the searching thread; `mutex` guards the pointer that stop() uses.
struct Search {
  Services& services;
  EngineQuestion question;
  std::function<void(const EngineAnswer&)> on_answer;
  std::mutex mutex;
  catalog::AnyEngine* at_work = nullptr;

  void stop() {
    const std::lock_guard lock(mutex);
    if (at_work != nullptr) at_work->stop();
  }
  void set_at_work(catalog::AnyEngine* engine) {
    const std::lock_guard lock(mutex);
    at_work = engine;
  }

  EngineAnswer think(const SearchPool::Fate& fate) {
    auto engine = services.shelf.take(question.engine);
    if (!engine) return {{}, engine.error()};
    EngineAnswer answer;
    if (!fate.is_interrupted()) {
      catalog::SearchRequest request;
      request.limits = question.limits;
      if (question.on_line) {
        request.is_analysis = question.urgency == SearchPool::Urgency::kAnalysis;
        request.on_line = [&](const catalog::LineReport& line) {
          if (!fate.is_interrupted()) question.on_line(line);
        };
      }
      set_at_work(engine->get());
      answer.result = (*engine)->search(question.position, request);
      set_at_work(nullptr);
    }
    services.shelf.put_back(question.engine, std::move(*engine));
    return answer;
  }

  void run(const SearchPool::Fate& fate) {
    EngineAnswer answer;
    try {
      answer = think(fate);
    } catch (const std::exception& failure) {
      set_at_work(nullptr);
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
  const std::shared_ptr<Search> search(new Search{services, std::move(question), std::move(on_answer), {}, nullptr});
  return services.pool.submit({client, urgency, [search](const SearchPool::Fate& fate) { search->run(fate); },
                               [search] { search->stop(); }});
}

}  // namespace partita::server
