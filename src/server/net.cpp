#include "server/net.h"

#include <chrono>

#include "base/steady_clock.h"
#include "server/net_impl.h"

namespace partita::server {

using std::chrono::milliseconds;

Loop::TimerId AsioLoop::after(std::int64_t delay_ms, std::function<void()> task) {
  const TimerId id = ++last_id_;
  if (closed_) return id;
  auto timer = std::make_unique<asio::steady_timer>(io_, milliseconds(std::max<std::int64_t>(delay_ms, 0)));
  timer->async_wait([this, id, task = std::move(task)](const boost::system::error_code& failure) {
    // A timer cancelled after it was due still comes here: being in the map is what counts.
    if (failure || timers_.erase(id) == 0) return;
    task();
  });
  timers_[id] = std::move(timer);
  return id;
}

std::int64_t AsioLoop::steady_ms() const { return base::steady_ms(); }

std::int64_t AsioLoop::wall_ms() const {
  return std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// ---- connections ----

asio::awaitable<void> Net::Impl::accept() {
  while (!stopping) {
    auto [failure, socket] = co_await acceptor->async_accept(kToken);
    if (stopping) break;
    if (failure) {
      // Out of file descriptors, most likely: let some connections end.
      log.warning("accept_failure", {{"reason", failure.message()}});
      asio::steady_timer pause(io, milliseconds(100));
      co_await pause.async_wait(kToken);
      continue;
    }
    ++metrics.connections_accepted;
    boost::system::error_code ignored;
    const std::string address = client_of_address(socket.remote_endpoint(ignored).address().to_string());
    socket.set_option(tcp::no_delay(true), ignored);
    // The system would otherwise keep megabytes for a client that does not read.
    socket.set_option(asio::socket_base::send_buffer_size(256 << 10), ignored);
    // A proxy has many connections for many clients; theirs are counted when they have said who they are.
    const bool counted = counts(address) && !(limits.trusts_proxy && is_loopback(address));
    if (metrics.connections_open >= limits.connections ||
        (counted && per_address.has(address, limits.connections_per_address))) {
      ++metrics.connections_refused;
      socket.close(ignored);
      continue;
    }
    asio::co_spawn(io, serve(std::move(socket), address), [this](const std::exception_ptr& thrown) {
      if (!thrown) return;
      try {
        std::rethrow_exception(thrown);
      } catch (const std::exception& exception) {
        log.error("connection_failure", {{"reason", exception.what()}});
      }
    });
  }
}

// ---- the whole ----

void Net::Impl::begin_stop() {
  if (stopping) return;
  stopping = true;
  boost::system::error_code ignored;
  acceptor->close(ignored);
  // A second signal ends the program as it would any other.
  signals->clear(ignored);
  if (!handlers.leave) return end_stop();
  // A database that is away does not keep us.
  constexpr std::int64_t kLongestLeaveMs = 3'000;
  loop.after(kLongestLeaveMs, [this] { end_stop(); });
  handlers.leave([this] { end_stop(); });
}

void Net::Impl::end_stop() {
  if (std::exchange(closes_sockets, true)) return;
  close_all_sockets(*this);
  // What was accepted has a moment to be answered; the store's thread finishes its writes in any case.
  loop.after(300, [this] { io.stop(); });
}

void Net::Impl::discard() {
  if (!context) return;
  // Destroying the context destroys every connection that waits in it, and with them sessions and tables.
  loop.close();
  acceptor.reset();
  signals.reset();
  context.reset();
}

Net::Net(NetLimits limits, std::vector<std::string> host_names, Metrics& metrics, const Log& log)
    : impl_(std::make_unique<Impl>(limits, std::move(host_names), metrics, log)) {}

Net::~Net() { discard(); }

void Net::discard() { impl_->discard(); }

Loop& Net::loop() { return impl_->loop; }

base::Parsed<base::Done> Net::listen(const std::string& address, std::uint16_t port, NetHandlers handlers) {
  boost::system::error_code failure;
  const auto ip = asio::ip::make_address(address, failure);
  if (failure) return base::Error{"bind address '" + address + "': expected an address in digits such as 127.0.0.1"};
  const tcp::endpoint endpoint(ip, port);
  impl_->handlers = std::move(handlers);
  auto& acceptor = *impl_->acceptor;
  acceptor.open(endpoint.protocol(), failure);
  if (!failure) acceptor.set_option(asio::socket_base::reuse_address(true), failure);
  if (!failure) acceptor.bind(endpoint, failure);
  if (!failure) acceptor.listen(4'096, failure);
  if (failure)
    return base::Error{"cannot listen on " + address + ":" + std::to_string(port) + ": " + failure.message()};
  asio::co_spawn(impl_->io, impl_->accept(), asio::detached);
  return base::Done{};
}

void Net::set_handlers(NetHandlers handlers) { impl_->handlers = std::move(handlers); }

std::uint16_t Net::port() const {
  boost::system::error_code ignored;
  return impl_->acceptor->local_endpoint(ignored).port();
}

void Net::stop_on_signals() {
  impl_->signals->add(SIGINT);
  impl_->signals->add(SIGTERM);
  impl_->signals->async_wait([this](const boost::system::error_code& failure, int number) {
    if (failure) return;
    impl_->log.notice("signal", {{"number", number}});
    impl_->begin_stop();
  });
}

void Net::run() {
  const auto keep_alive = asio::make_work_guard(impl_->io);
  while (!impl_->io.stopped()) {
    try {
      impl_->io.run();
    } catch (const std::exception& exception) {
      // One client's trouble must not end everybody's game.
      impl_->log.error("unexpected", {{"reason", exception.what()}});
    }
  }
}

void Net::stop() {
  asio::post(impl_->io, [this] { impl_->begin_stop(); });
}

}  // namespace partita::server
