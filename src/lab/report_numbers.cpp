// The reports' own numbers, as printed. Sweere: "Andantino" (seed 000), appendix A, tables 1 to 5. Aboukhadra:
// "Andantino" (seed 001), tables 1 and 2. Trebing: "Omega" (seed 004), table 1. Rao's figure 8 (seed 002) and Rudin's
// remarks (seed 003) are given as words: the reports print no numbers for them.
#include "lab/report_numbers.h"

namespace partita::lab {

const std::vector<ReportedGame>& sweere_tables() {
  static const std::vector<ReportedGame> tables = {
      {"Table 1: AI without evaluation, black, against group size; it lost",
       {{13, 20.001, 784089}, {11, 20.001, 830198}, {11, 20.001, 825101}, {10, 20.001, 835248}, {9, 20.001, 815613},
        {9, 20.001, 827858},  {2, 0.002, 129},      {4, 0.024, 868},      {9, 20.001, 873568},  {9, 20.001, 865160},
        {8, 20.001, 849218},  {2, 0.005, 242},      {2, 0.005, 256},      {5, 0.867, 37841},    {8, 20.001, 825097},
        {8, 20.001, 906296},  {9, 20.001, 902760},  {9, 20.001, 931589},  {3, 0.006, 349},      {2, 0.002, 87},
        {2, 0.001, 82}}},
      {"Table 2: AI with group size, white, against no evaluation; it won",
       {{9, 20.004, 56294}, {9, 20.001, 56414}, {8, 20.001, 52863}, {7, 20.001, 46746}, {7, 20.001, 42488},
        {7, 20.001, 37800}, {7, 20.001, 34022}, {6, 20.001, 31424}, {2, 0.001, 72},     {6, 20.001, 27407},
        {6, 20.001, 22662}, {6, 20.001, 22165}, {5, 20.002, 21134}, {5, 20.001, 19434}, {2, 0.002, 182},
        {5, 20.001, 17041}, {5, 20.001, 17518}, {2, 0, 2},          {2, 0, 2},          {5, 19.039, 14749},
        {3, 0.669, 730},    {1, 0.019, 250}}},
      {"Table 3: AI with group size, black, against neighbours; it lost",
       {{9, 20.001, 63210}, {8, 20.001, 56065}, {8, 20.001, 52388}, {7, 20.001, 44172}, {7, 20.001, 42381},
        {2, 0.001, 38},     {6, 20.001, 33391}, {6, 20.001, 29510}, {7, 20.002, 29355}, {2, 0, 2},
        {6, 20.001, 24111}, {2, 0.001, 146},    {5, 20.002, 21552}, {6, 20.001, 20353}, {2, 0.001, 121},
        {5, 20.001, 17705}, {2, 0.003, 182},    {5, 20.003, 16279}, {5, 20.001, 15980}, {5, 20.001, 15388},
        {5, 20.002, 14100}, {5, 20.001, 14430}, {2, 0.001, 59},     {5, 20.002, 14133}, {5, 20.002, 13893},
        {5, 20.002, 13508}, {2, 0.008, 296},    {2, 0.004, 242},    {5, 20.001, 12664}, {5, 20.002, 11541},
        {5, 20.002, 10890}, {3, 1.101, 1050},   {2, 0.002, 156}}},
      {"Table 4: AI with neighbours, white, against group size; it won",
       {{13, 20.003, 770805}, {11, 20.001, 821778}, {10, 20.001, 843208}, {9, 20.001, 864783},  {9, 20.001, 871077},
        {9, 20.001, 862862},  {8, 20.001, 876418},  {8, 20.001, 858388},  {8, 20.001, 870958},  {6, 0.202, 8145},
        {7, 20.001, 857747},  {2, 0.006, 319},      {6, 3.328, 132555},   {2, 0.006, 353},      {7, 20.001, 885472},
        {7, 20.001, 870727},  {5, 1.037, 46208},    {2, 0.008, 502},      {2, 0.009, 493},      {2, 0.008, 482},
        {2, 0.007, 471},      {7, 20.001, 950870},  {7, 20.001, 964557},  {2, 0.008, 475},      {5, 1.705, 77248},
        {2, 0.001, 102},      {4, 0.229, 10044},    {7, 20.001, 942706},  {7, 288.429, 902385}, {2, 0, 97},
        {2, 0.021, 481},      {7, 20.001, 952219},  {1, 0.049, 517}}},
      {"Table 5: AI with neighbours against itself; black won after 11 moves",
       {{12, 20.001, 762030},
        {11, 20.001, 797275},
        {10, 20.001, 690625},
        {9, 20.001, 873545},
        {9, 20.001, 610252},
        {4, 0.022, 740},
        {7, 9.268, 358314},
        {5, 0.634, 25636},
        {3, 0.016, 573},
        {2, 0, 2},
        {1, 0.003, 192}}}};
  return tables;
}

const std::vector<ReportedDepths>& aboukhadra_table_1() {
  static const std::vector<ReportedDepths> rows = {
      {"aboukhadra-minimax", "Minimax", "6", "4"},
      {"aboukhadra-alphabeta", "Alpha-Beta", "7", "5"},
      {"aboukhadra-id", "ID with Move Ordering", "8", "5"},
      {"aboukhadra-tt", "Transposition Tables (TT)", "8", "6"},
      {"aboukhadra-tt-id", "TT with ID", "8 (11)", "6"},
      {"aboukhadra-tt-killers", "TT with killer moves", "8", "7"},
      {"aboukhadra-tt-killers-id", "TT with killer moves and ID", "8 (11)", "7"}};
  return rows;
}

const std::vector<ReportedStates>& aboukhadra_table_2() {
  static const std::vector<ReportedStates> rows = {
      {"aboukhadra-minimax", "Minimax", {825, 6194, 22407, 148655, 417435}},
      {"aboukhadra-alphabeta", "Alpha-Beta", {450, 1708, 3411, 14082, 46534}},
      {"aboukhadra-id", "ID with Move Ordering", {351, 1624, 3546, 21400, 30132}},
      {"aboukhadra-tt", "Transposition Tables (TT)", {306, 1168, 5235, 10982, 26123}},
      {"aboukhadra-tt-id", "TT with ID", {312, 974, 2786, 7550, 24438}},
      {"aboukhadra-tt-killers", "TT with killer moves", {237, 952, 1839, 11337, 19631}},
      {"aboukhadra-tt-killers-id", "TT with killer moves and ID", {240, 786, 2329, 3968, 5812}}};
  return rows;
}

const std::vector<ReportedMatch>& trebing_table_1() {
  static const std::vector<ReportedMatch> rows = {
      {"trebing-tt", "Only TT", "Win"},    {"trebing-nm", "NM", "Win"},        {"trebing-km", "KM", "Draw"},
      {"trebing-nm-mc", "NM+MC", "Win"},   {"trebing-mc-km", "MC+KM", "Draw"}, {"trebing-nm-km", "NM+KM", "Draw"},
      {"trebing-full", "NM+MC+KM", "Draw"}};
  return rows;
}

}  // namespace partita::lab
