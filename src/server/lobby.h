#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/table.h"

namespace partita::server {

/// All tables that are set up. A game nobody looks at is put away after a while and taken from the store again when
/// somebody asks for it. Lives on the loop.
class Lobby : public TableHost {
 public:
  explicit Lobby(Services& services) : services_(services) {}
  ~Lobby() override;

  void create_table(store::GameRow game, WithTable then) override;
  void find_table(const std::string& id, WithTable then) override;

  void drop_table(Table& table) override;
  /// Our leases may have run out meanwhile: asks the store which games others have taken, and drops their tables. Calls
  /// back when that is done; never if the store did not answer.
  void check_leases(std::function<void()> then);

  /// Puts idle tables away now and then; called once.
  void start_sweeping();

 private:
  void sweep();
  /// False while others may have taken games whose tables stand here.
  bool holds_leases() const;
  void find_table_until(const std::string& id, WithTable then, std::int64_t give_up_ms);
  struct Found;
  void look_up(const std::string& id, std::int64_t give_up_ms);
  void look_up_wanted();
  void found(const std::string& id, std::int64_t give_up_ms, Found&& found);
  void answer(const std::string& id, const std::shared_ptr<Table>& table, const Verdict& verdict);

  Services& services_;
  std::map<std::string, std::shared_ptr<Table>> tables_;
  std::map<std::string, std::vector<WithTable>> loading_;
  std::map<std::string, std::int64_t> wanted_;  ///< games to be looked up together, and when to give up
  bool is_looking_ = false;
  std::vector<std::string> idle_before_;  ///< idle at the last sweep: put away if they still are
  Loop::TimerId timer_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace partita::server
