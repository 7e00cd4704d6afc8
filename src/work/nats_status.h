#pragma once

#include <string>

#include "base/parsed.h"
#include "work/nats_login.h"

namespace partita::work {

/// What is on a NATS server: jobs waiting and under way by version, the workers with their rates, parked jobs with
/// their errors. Plain text for people.
base::Parsed<std::string> nats_status(const std::string& url, const NatsLogin& login = {});

}  // namespace partita::work
