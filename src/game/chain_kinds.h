#pragma once

#include "game/motif.h"

/// The kinds of forced chains (game/forced_wins.h), which are the same in every game that has them. Cells: the moves of
/// the chain in turn; number: how many of them are the attacker's.
namespace partita::game {

inline constexpr MotifKind kAllowsChain = {
    "allows-chain",
    MotifForce::kDecides,
    85,
    {"chain of threats that was not stopped|chains of threats that were not stopped",
     "{move} lets the opponent win by {#0?{0}, after which every reply loses|{#0} threats in a row: {line}}"},
    {"catena di minacce non fermata|catene di minacce non fermate",
     "{move} lascia vincere l'avversario con {#0?{0}, dopo la quale ogni risposta perde|{#0} minacce di fila: "
     "{line}}"}};

inline constexpr MotifKind kForcedChain = {
    "forced-chain",
    MotifForce::kDecides,
    80,
    {"forced chain|forced chains",
     "{move} wins by {#0} threats in a row: {line}; each has one answer, and the last has none"},
    {"catena forzata|catene forzate",
     "{move} vince con {#0} minacce di fila: {line}; ognuna ha una sola risposta, l'ultima nessuna"}};

inline constexpr MotifKind kBreaksChain = {
    "breaks-chain",
    MotifForce::kThreat,
    65,
    {"chain of threats to stop|chains of threats to stop",
     "{move} {#0?{own?takes the cell where the opponent would win: every reply to it would lose|stops {0}, after which "
     "every reply would lose}|stops {#0} threats of the opponent in a row that would win: {line}}"},
    {"catena di minacce da fermare|catene di minacce da fermare",
     "{move} {#0?{own?occupa la casella dove l'avversario vincerebbe: ogni risposta perderebbe|ferma {0}, dopo la "
     "quale ogni risposta perderebbe}|ferma {#0} minacce di fila dell'avversario che vincerebbero: {line}}"}};

inline constexpr MotifKind kThreatensChain = {
    "threatens-chain",
    MotifForce::kThreat,
    48,
    {"winning threat|winning threats",
     "{move} threatens {#0?{0}, after which every reply would lose|to win by {#0} threats in a row: {line}}"},
    {"minaccia vincente|minacce vincenti",
     "{move} minaccia {#0?{0}, dopo la quale ogni risposta perderebbe|di vincere con {#0} minacce di fila: {line}}"}};

}  // namespace partita::game
