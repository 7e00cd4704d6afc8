#include "games/omega/motifs.h"

namespace partita::games::omega {

// The numbers of every kind begin with the colour; joins and splits go on with the product before and after and the
// sizes, growth with the sizes before and after, dead groups with their size. The end's: turns left, whose the last is,
// cells that stay empty.
const std::vector<game::MotifKind>& motif_kinds() {
  using enum game::MotifForce;
  static const std::vector<game::MotifKind> kKinds = {
      {"spoil",
       kGain,
       45,
       {"spoiling join|spoiling joins",
        "{move} joins {#0:White|Black|Red|Blue}'s groups of {#3..}: their product {#1} becomes {#2}, a loss for "
        "{#0:White|Black|Red|Blue}"},
       {"unione che guasta|unioni che guastano",
        "{move} unisce i gruppi del {#0:Bianco|Nero|Rosso|Blu} di {#3..}: il loro prodotto {#1} diventa {#2}, una "
        "perdita "
        "per il {#0:Bianco|Nero|Rosso|Blu}"}},
      {"self-spoil",
       kGain,
       44,
       {"costly join of own groups|costly joins of own groups",
        "{move} joins {#0:White|Black|Red|Blue}'s own groups of {#3..}: their product {#1} becomes {#2}"},
       {"unione dei propri gruppi in perdita|unioni dei propri gruppi in perdita",
        "{move} unisce i gruppi del {#0:Bianco|Nero|Rosso|Blu} stesso, di {#3..}: il loro prodotto {#1} diventa {#2}"}},
      {"join",
       kGain,
       40,
       {"join|joins",
        "{move} joins {#0:White|Black|Red|Blue}'s groups of {#3..} without a loss: their product {#1} becomes {#2}, a "
        "gain for {#0:White|Black|Red|Blue}"},
       {"unione|unioni",
        "{move} unisce senza perdita i gruppi del {#0:Bianco|Nero|Rosso|Blu} di {#3..}: il loro prodotto {#1} diventa "
        "{#2}, un guadagno per il {#0:Bianco|Nero|Rosso|Blu}"}},
      {"grow",
       kGain,
       35,
       {"group enlarged|groups enlarged",
        "{move} enlarges {#0:White|Black|Red|Blue}'s group of {#1} to {#2}, a gain "
        "for {#0:White|Black|Red|Blue}"},
       {"gruppo ingrandito|gruppi ingranditi",
        "{move} ingrandisce il gruppo del {#0:Bianco|Nero|Rosso|Blu} da {#1} a {#2}, un guadagno per il "
        "{#0:Bianco|Nero|Rosso|Blu}"}},
      {"split",
       kGain,
       30,
       {"split|splits",
        "{move} stands between {#0:White|Black|Red|Blue}'s groups of {#3..}: a stone of that colour there would have "
        "turned their product of {#1} into one group of {#2}"},
       {"divisione|divisioni",
        "{move} sta tra i gruppi del {#0:Bianco|Nero|Rosso|Blu} di {#3..}: una pedina di quel colore lì avrebbe fatto "
        "del loro prodotto {#1} un solo gruppo di {#2}"}},
      {"dead",
       kShape,
       25,
       {"dead group|dead groups",
        "{move} takes the last free cell beside {#0:White|Black|Red|Blue}'s group of {#1}, which stays as it is"},
       {"gruppo morto|gruppi morti",
        "{move} occupa l'ultima casella libera accanto al gruppo del {#0:Bianco|Nero|Rosso|Blu} di {#1}, che resta "
        "così"}},
      {"denies",
       kShape,
       20,
       {"cell that helped the opponent|cells that helped the opponent",
        "{move} takes a cell that would have helped {#0:White|Black|Red|Blue}: a stone of that colour there would have "
        "enlarged the group of {#1} to {#2}"},
       {"casella utile all'avversario|caselle utili all'avversario",
        "{move} occupa una casella utile al {#0:Bianco|Nero|Rosso|Blu}: una pedina di quel colore lì avrebbe portato "
        "il gruppo da {#1} a {#2}"}},
      {"end-parity",
       kShape,
       12,
       {"last turn|last turns",
        "{move} leaves {#0?one turn|{#0} turns} to play, the last one {#1:White's|Black's|Red's|Blue's}, and "
        "{#2?one cell|{#2} cells} that will stay empty"},
       {"ultimo turno|ultimi turni",
        "{move} lascia {#0?un turno|{#0} turni} da giocare, l'ultimo del {#1:Bianco|Nero|Rosso|Blu}, e "
        "{#2?una casella che resterà vuota|{#2} caselle che resteranno vuote}"}},
      {"start",
       kNote,
       10,
       {"new group|new groups", "{move} starts a new group of {#0:White|Black|Red|Blue}, which counts 1"},
       {"gruppo nuovo|gruppi nuovi", "{move} inizia un nuovo gruppo del {#0:Bianco|Nero|Rosso|Blu}, che conta 1"}},
  };
  return kKinds;
}

}  // namespace partita::games::omega
