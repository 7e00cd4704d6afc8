/** Short games for the small boards of the first page: our engine against itself; that of Hex is made by hand. */
export const SAMPLE_GAMES: Record<string, { rules: Record<string, string>; moves: string[] }> = Object.fromEntries(
  Object.entries({
    andantino: ['side=6', 'E5 E6 F7 F5 G6 G7 E4 E7 F8 D4 D5 D6 D3 C4 E3 C5 C3 B4 F4 E8 B5 F9 G8 C6 B6 G9'],
    omega: [
      'side=5',
      'W:I5 B:F6 B:F2 W:D5 W:H9 B:E4 B:A5 W:F7 W:E1 B:E6 B:I6 W:D6 W:D1 B:E7 B:H4 W:D7 W:I8 B:F5 B:A1 W:D3 W:A2 B:D4 B:B6 W:C4 W:C6 B:C3',
    ],
    tafl: [
      '',
      'i6-h6 f5-f6 e2-g2 e4-b4 f1-f5xg5 b4-f4xf5 f9-f7 e3-b3 h5-h3 d5-d7 h3-f3 f4-g4 h6-g6 b3-b2 a4-c4 e5-f5 a6-c6xc5 g4-f4 e1-e2 f5-d5',
    ],
    hex: ['', 'f6 d8 e7 e6 f5 d7 d6 c7 c6 g4 f4 g3 f3 b8 b7 h2 g2 a8 a7 h1'],
  }).map(([game, [rule, moves]]) => [
    game,
    { rules: rule ? Object.fromEntries([rule.split('=') as [string, string]]) : {}, moves: moves!.split(' ') },
  ]),
);
