// Positions and searches by the conversation of the page, with a server or with the engine of browsers: for measurements.

/** A conversation by which positions are asked for and searched. */
export class Bench {
  constructor(line) {
    this.line = line;
    this.number = 0;
    this.hears = () => {};
    line.onmessage = ({ data }) => this.hears(JSON.parse(data));
  }

  until(isIt) {
    return new Promise((resolve, reject) => {
      this.hears = (message) => {
        if (message.type === 'error') reject(new Error(message.message));
        if (isIt(message)) resolve(message);
      };
    });
  }

  /** Asked again where the server has had enough questions for now. */
  async order(row, moves, more) {
    for (;;) {
      const request = ++this.number;
      const answer = this.until((message) => message.request === request && more.isIt(message));
      this.line.send(JSON.stringify({ type: 'analyse', request, game: row.game, rules: row.rules, moves, ...more.order }));
      try {
        return await answer;
      } catch (error) {
        if (!/slow down/.test(error.message)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }

  async legal(row, moves) {
    const { position } = await this.order(row, moves, { order: { running: false }, isIt: ({ type }) => type === 'analysis' });
    return position.ending ? [] : position.legal.map((one) => one.move ?? one);
  }

  /** A search within limits: its best line, where something was found. */
  async search(row, moves, limits, threads = 1) {
    const order = { running: true, engine: row.spec, threads, limits };
    const { lines } = await this.order(row, moves, { order, isIt: ({ type, running }) => type === 'lines' && !running });
    return lines[0] ?? null;
  }
}

/** The same plies in every run; null where the game ended on the way. */
export async function movesOf(bench, row, seed) {
  const moves = [];
  let state = seed * 7919 + 17;
  while (moves.length < row.plies) {
    const legal = await bench.legal(row, moves);
    if (legal.length === 0) return null;
    state = (state * 1103515245 + 12345) % 2147483648;
    moves.push(legal[Math.floor((state / 2147483648) * legal.length)]);
  }
  return moves;
}
