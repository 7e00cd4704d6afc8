#pragma once

#include <array>

namespace partita::protocol {

/// The rules an engine is held to, in the order in which they are shown.
struct UgiRule {
  const char* name;
  const char* text;
};

inline constexpr std::array<UgiRule, 24> kUgiRules = {{
    {"handshake", "ugi is answered, ugiok comes last"},
    {"identity", "id name and id author come before ugiok"},
    {"options", "every option line has a name, a type and a default that fits it"},
    {"own-book", "an OwnBook option defaults to false"},
    {"isready", "isready is answered by readyok"},
    {"newgame", "uginewgame is survived and leads to readyok"},
    {"turn", "query p1turn is answered by response true or false"},
    {"gameover", "query gameover is false at the start"},
    {"result", "query result is none at the start"},
    {"go-depth", "go depth ends in bestmove"},
    {"go-nodes", "go nodes ends in bestmove"},
    {"go-movetime", "go movetime ends in bestmove about when the time is up"},
    {"go-clock", "go p1time p2time p1inc p2inc ends in bestmove"},
    {"stop", "go infinite searches until stop, then bestmove comes"},
    {"ready-in-search", "isready is answered while searching"},
    {"bestmove-tokens", "bestmove has exactly two tokens"},
    {"response-tokens", "response has exactly two tokens"},
    {"last-info", "the last info before bestmove has nodes, time and nps"},
    {"unasked", "nothing is said unasked: after options, positions, idle stops and bestmove"},
    {"unknown", "unknown commands and bad arguments are survived and change nothing"},
    {"whole-game", "the engine plays a game against itself to its end, with a result"},
    {"legal-moves", "its moves are legal (games we know)"},
    {"quit", "quit ends the engine, a running search still prints bestmove"},
    {"end-of-input", "the end of its input ends the engine"},
}};

}  // namespace partita::protocol
