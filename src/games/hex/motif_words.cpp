#include "games/hex/motifs.h"

namespace partita::games::hex {

const std::vector<game::MotifKind>& motif_kinds() {
  using enum game::MotifForce;
  static const std::vector<game::MotifKind> kKinds = {
      {"joined",
       kDecides,
       100,
       {"edges joined|edges joined", "{move} joins both edges and wins"},
       {"bordi uniti|bordi uniti", "{move} unisce i due bordi e vince"}},
      {"allows-joined",
       kDecides,
       96,
       {"join that was not stopped|joins that were not stopped",
        "{move} lets the opponent join both edges at {cells or}"},
       {"unione non fermata|unioni non fermate", "{move} lascia all'avversario l'unione dei bordi in {cells or}"}},
      {"allows-chain",
       kDecides,
       94,
       {"chain that was not stopped|chains that were not stopped",
        "{move} lets the opponent complete a chain of bridges from edge to edge at {0}"},
       {"catena non fermata|catene non fermate",
        "{move} lascia completare all'avversario in {0} una catena di ponti da bordo a bordo"}},
      {"chain",
       kDecides,
       92,
       {"chain of bridges|chains of bridges",
        "{move} completes a chain from edge to edge with {#0} bridges: if the opponent takes one cell of a bridge, the "
        "second joins it"},
       {"catena di ponti|catene di ponti",
        "{move} completa una catena da bordo a bordo con {#0} ponti: se l'avversario prende una casella di un ponte, "
        "la "
        "seconda lo unisce"}},
      {"chain-of-one",
       kDecides,
       92,
       {"double threat|double threats",
        "{move} leaves two ways to join both edges, {0} and {1}, and the opponent can take only one of them"},
       {"doppia minaccia|doppie minacce",
        "{move} lascia due modi di unire i bordi, {0} e {1}, e l'avversario ne può prendere uno solo"}},
      {"no-stop",
       kDecides,
       90,
       {"threat without an answer|threats without an answer",
        "{move} threatens to complete a chain from edge to edge at {cells or}, and no cell stops them all"},
       {"minaccia senza risposta|minacce senza risposta",
        "{move} minaccia di completare una catena da bordo a bordo in {cells or}, e nessuna casella le ferma tutte"}},
      {"stops-joined",
       kThreat,
       72,
       {"join to stop|joins to stop", "{move} stops the opponent from joining both edges {there}"},
       {"unione da fermare|unioni da fermare", "{move} impedisce all'avversario di unire i bordi {there}"}},
      {"cuts-chain",
       kThreat,
       70,
       {"chain to cut|chains to cut",
        "{move} {#0?takes the cell where the opponent would complete a chain of bridges from edge to edge|cuts the "
        "chain "
        "of bridges from edge to edge that the opponent would complete at {0}}"},
       {"catena da tagliare|catene da tagliare",
        "{move} {#0?occupa la casella dove l'avversario completerebbe una catena di ponti da bordo a bordo|taglia la "
        "catena "
        "di ponti da bordo a bordo che l'avversario completerebbe in {0}}"}},
      {"must-play",
       kThreat,
       50,
       {"must-play|must-plays",
        "{move} leaves the opponent {#0?one reply|{#0} replies}{, few or}: any other lets a chain from edge to edge "
        "be "
        "completed"},
       {"giocata obbligata|giocate obbligate",
        "{move} lascia all'avversario {#0?una risposta|{#0} risposte}{, few or}: ogni altra lascia completare una "
        "catena da bordo a bordo"}},
      {"ladder-escape",
       kShape,
       26,
       {"ladder escape|ladder escapes",
        "{move} reaches its edge by a ladder of {#0} stones: each threatens the edge and has one answer, the last has "
        "none"},
       {"uscita di scala|uscite di scala",
        "{move} raggiunge il suo bordo con una scala di {#0} pedine: ognuna minaccia il bordo e ha una sola risposta, "
        "l'ultima nessuna"}},
      {"edge-template",
       kShape,
       24,
       {"edge template|edge templates",
        "{move} is safely joined to its edge from the third row: whatever the opponent plays there, the edge is "
        "reached"},
       {"schema di bordo|schemi di bordo",
        "{move} è unita con sicurezza al suo bordo dalla terza riga: qualunque cosa giochi lì l'avversario, lo "
        "raggiunge"}},
      {"ladder",
       kShape,
       23,
       {"ladder|ladders",
        "{move} makes a ladder of {#0} stones along its edge: each threatens the edge and has one answer"},
       {"scala|scale",
        "{move} fa una scala di {#0} pedine lungo il suo bordo: ognuna minaccia il bordo e ha una sola risposta"}},
      {"edge-bridge",
       kShape,
       22,
       {"edge template|edge templates",
        "{move} is safely joined to its edge: if the opponent takes {0}, {1} joins it, and the other way round"},
       {"schema di bordo|schemi di bordo",
        "{move} è unita con sicurezza al suo bordo: se l'avversario prende {0}, {1} la unisce, e viceversa"}},
      {"bridge",
       kShape,
       20,
       {"bridge|bridges",
        "{move} makes a bridge to {0}: if the opponent takes {1}, {2} joins them, and the other way round"},
       {"ponte|ponti", "{move} fa un ponte con {0}: se l'avversario prende {1}, {2} le unisce, e viceversa"}},
      {"longer",
       kShape,
       12,
       {"way to lengthen|ways to lengthen",
        "{move} lengthens the opponent's shortest way between the edges: {#1} stones to go instead of {#0}"},
       {"via da allungare|vie da allungare",
        "{move} allunga la via più breve dell'avversario tra i bordi: mancano {#1} pedine invece di {#0}"}},
      {"shorter",
       kShape,
       10,
       {"way to shorten|ways to shorten",
        "{move} shortens its own way between the edges: {#1?one stone|{#1} stones} to go instead of {#0}"},
       {"via da accorciare|vie da accorciare",
        "{move} accorcia la propria via tra i bordi: {#1?manca una pedina|mancano {#1} pedine} invece di {#0}"}},
  };
  return kKinds;
}

}  // namespace partita::games::hex
