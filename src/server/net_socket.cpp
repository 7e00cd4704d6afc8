#include <chrono>
#include <deque>

#include "server/net_impl.h"

namespace partita::server {

namespace websocket = beast::websocket;
using std::chrono::seconds;

namespace {

constexpr std::size_t kMostUnsent = 1'000;

/// Messages are packed where the client can unpack them (RFC 7692). A position repeats the one before it, so what was
/// sent is remembered, in a window of 4 KiB: with the packer's tables some 24 KiB of memory a client. What clients send
/// is short, and nothing of it is remembered. The limit on a message's bytes holds for what it is unpacked to.
websocket::permessage_deflate packing() {
  websocket::permessage_deflate options;
  options.server_enable = true;
  options.server_max_window_bits = 12;
  options.client_max_window_bits = 9;
  options.client_no_context_takeover = true;
  options.compLevel = 3;
  options.memLevel = 4;
  options.msg_size_threshold = 256;  // below it packing saves nothing that counts
  return options;
}

}  // namespace

/// One WebSocket. Writes are queued and sent one after the other; a client that does not read is cut off.
class Socket final : public Channel, public std::enable_shared_from_this<Socket> {
 public:
  Socket(Net::Impl& net, beast::tcp_stream stream) : net_(net), ws_(std::move(stream)) {
    net_.sockets.insert(this);
    ++net_.metrics.sockets_open;
  }
  ~Socket() override {
    net_.sockets.erase(this);
    --net_.metrics.sockets_open;
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  asio::awaitable<void> run(Upgrade request, std::string client) {
    websocket::stream_base::timeout timeout{};
    timeout.handshake_timeout = seconds(net_.limits.request_seconds);
    timeout.idle_timeout = seconds(net_.limits.socket_idle_seconds);
    timeout.keep_alive_pings = true;
    ws_.set_option(timeout);
    ws_.set_option(packing());
    ws_.read_message_max(net_.limits.frame_bytes);
    auto [refused] = co_await ws_.async_accept(request, kToken);
    if (refused) {
      ++net_.metrics.malformed;
      co_return;
    }
    accepted_ = true;
    if (closing_) start_writing();
    ws_.text(true);
    ws_.auto_fragment(false);  // a message is a frame: nobody gains by pieces of one that is whole in memory
    session_ = net_.handlers.connect(*this, std::move(client));
    co_await read();
    session_->hang_up();
    session_.reset();
  }

  void send(std::string message) override {
    if (closing_) return;
    unsent_bytes_ += message.size();
    queue_.push_back(std::move(message));
    if (unsent_bytes_ > net_.limits.unsent_bytes || queue_.size() > kMostUnsent) {
      ++net_.metrics.slow_clients_closed;
      return cut();
    }
    start_writing();
  }

  void close(const std::string& reason) override {
    if (closing_) return;
    closing_ = true;
    close_reason_ = reason;
    // The answer to the handshake may still be on its way, and a stream takes one write at a time.
    if (accepted_) start_writing();
  }

 private:
  asio::awaitable<void> read() {
    beast::flat_buffer buffer(net_.limits.frame_bytes);
    for (;;) {
      auto [failure, bytes] = co_await ws_.async_read(buffer, kToken);
      if (failure) {
        if (failure == beast::error::timeout) ++net_.metrics.timeouts;
        if (failure.category() == make_error_code(websocket::error::bad_opcode).category() &&
            failure != websocket::error::closed) {
          ++net_.metrics.malformed;
        }
        co_return;
      }
      // Who speaks to a server that goes hears nothing, and says it again to the next.
      if (closing_ || net_.stopping) {
        buffer.consume(buffer.size());
        continue;
      }
      session_->receive({static_cast<const char*>(buffer.data().data()), buffer.size()});
      buffer.consume(buffer.size());
      if (buffer.capacity() > kLargestIdleBuffer) buffer.shrink_to_fit();
    }
  }

  void start_writing() {
    if (writing_) return;
    writing_ = true;
    asio::co_spawn(net_.io, write(shared_from_this()), asio::detached);
  }

  asio::awaitable<void> write(std::shared_ptr<Socket> self) {
    while (!queue_.empty() && !is_cut_) {
      const std::string message = std::move(queue_.front());
      queue_.pop_front();
      auto [failure, bytes] = co_await ws_.async_write(asio::buffer(message), kToken);
      unsent_bytes_ -= message.size();
      if (failure) {
        queue_.clear();
        cut();
        co_return;
      }
    }
    writing_ = false;
    if (!closing_ || is_cut_) co_return;
    writing_ = true;  // nothing may be written after the closing frame
    queue_.clear();
    websocket::close_reason reason(websocket::close_code::going_away);
    reason.reason = close_reason_.substr(0, 100);
    co_await ws_.async_close(reason, kToken);
    self.reset();
  }

  void cut() {
    closing_ = is_cut_ = true;
    boost::system::error_code ignored;
    beast::get_lowest_layer(ws_).socket().close(ignored);
  }

  static constexpr std::size_t kLargestIdleBuffer = 8U << 10U;

  Net::Impl& net_;
  websocket::stream<beast::tcp_stream> ws_;
  std::shared_ptr<ClientSession> session_;
  std::deque<std::string> queue_;
  std::size_t unsent_bytes_ = 0;
  bool accepted_ = false;
  bool writing_ = false;
  bool closing_ = false;  ///< after what is queued
  bool is_cut_ = false;
  std::string close_reason_;
};

asio::awaitable<void> serve_socket(Net::Impl& net, beast::tcp_stream stream, Upgrade request, std::string client) {
  const auto socket = std::make_shared<Socket>(net, std::move(stream));
  co_await socket->run(std::move(request), std::move(client));
}

void close_all_sockets(Net::Impl& net) {
  for (Socket* socket : net.sockets) socket->close("the server is going");
}

}  // namespace partita::server
