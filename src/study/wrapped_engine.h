#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "catalog/any_engine.h"

namespace partita::study {

/// Forwards its switches, new_game() and turn_ms() to another engine; search() is the subclass's. It tells no static
/// value.
class WrappedEngine : public catalog::AnyEngine {
 public:
  explicit WrappedEngine(std::unique_ptr<catalog::AnyEngine> engine) : engine_(std::move(engine)) {}

  const std::string& preset() const override { return engine_->preset(); }
  const std::vector<base::OptionSpec>& options() const override { return engine_->options(); }
  base::OptionValues option_values() const override { return engine_->option_values(); }
  base::Parsed<base::Done> set_option(std::string_view name, std::string_view value) override {
    return engine_->set_option(name, value);
  }
  void new_game() override { engine_->new_game(); }
  std::int64_t turn_ms(const catalog::AnyPosition& position, const catalog::Limits& limits) const override {
    return engine_->turn_ms(position, limits);
  }

 protected:
  std::unique_ptr<catalog::AnyEngine> engine_;
};

/// The same with a switch of its own, beside those of the engine inside.
class SwitchedEngine : public WrappedEngine {
 public:
  /// REQUIRES: `use` is one of the switch's values.
  SwitchedEngine(std::unique_ptr<catalog::AnyEngine> engine, base::OptionSpec declared, std::string_view use)
      : WrappedEngine(std::move(engine)), specs_(engine_->options()), use_(use) {
    specs_.push_back(std::move(declared));
  }

  const std::vector<base::OptionSpec>& options() const override { return specs_; }
  base::OptionValues option_values() const override {
    base::OptionValues values = engine_->option_values();
    values[specs_.back().name] = use_;
    return values;
  }
  base::Parsed<base::Done> set_option(std::string_view name, std::string_view value) override {
    if (name != specs_.back().name) return engine_->set_option(name, value);
    auto checked = base::checked_value(specs_.back(), value);
    if (!checked) return checked.forward_error();
    use_ = *checked;
    return base::Done{};
  }

 protected:
  const std::string& use() const { return use_; }

 private:
  std::vector<base::OptionSpec> specs_;
  std::string use_;
};

}  // namespace partita::study
