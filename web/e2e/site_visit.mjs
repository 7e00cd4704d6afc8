// What a visitor does on a static site, whichever engine his browser allows: a game, a review, an analysis, a puzzle, a lesson.
import assert from 'node:assert/strict';
import { clickCell, legalCells, pick, playMove, untilMyTurn } from './table.mjs';
import { puzzlesOf } from './shipped.mjs';

export class SiteVisit {
  /** The page's own errors. */
  complaints = [];

  constructor(page, base) {
    this.page = page;
    this.base = base;
    page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  async step(name, work) {
    const begin = Date.now();
    try {
      await work();
    } catch (error) {
      const seen = await this.page
        .locator('main')
        .innerText({ timeout: 1000 })
        .catch(() => '');
      console.error(
        `FAILED ${name}\n${error?.stack ?? error}\n${this.complaints.join('\n')}\nat ${this.page.url()}: ${seen.replace(/\s+/g, ' ').slice(0, 600)}`,
      );
      process.exit(1);
    }
    console.log(`ok    ${name} (${Date.now() - begin} ms)`);
  }

  async startAtLevel(level) {
    const { page } = this;
    await page.goto(`${this.base}/`);
    await page.getByRole('link', { name: 'Play Andantino' }).click();
    await page.getByRole('slider').first().fill(String(level));
    assert.equal(await page.getByText('A friend').count(), 0, 'nobody can be invited to a table in this browser');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('svg.grid [data-legal]').first().waitFor({ timeout: 30000 });
  }

  /** A move of mine at random; the other side answers or the game is over. */
  async moveOnce() {
    const { page } = this;
    const before = await page.locator('.moves').innerText();
    await clickCell(page, pick(await legalCells(page)));
    await page.waitForFunction(
      (text) => document.querySelector('.status.over') || document.querySelector('.moves').innerText !== text,
      before,
    );
  }

  /** To its end; says its id. */
  async playAtLevel(level) {
    await this.startAtLevel(level);
    for (let ply = 0; ply < 60 && (await untilMyTurn(this.page)); ++ply) await this.moveOnce();
    await this.page.locator('.status.over').waitFor();
    return new URL(this.page.url()).pathname.split('/').at(-1);
  }

  async review(id) {
    await this.page.goto(`${this.base}/review/${id}`);
    await this.page.getByTestId('accuracy').waitFor({ timeout: 120000 });
  }

  /** By a search, and by a proof that is shipped. */
  async findProvenWins() {
    const { page } = this;
    await page.goto(`${this.base}/analysis#${new URLSearchParams({ game: 'hex', rule: 'side=5', moves: 'c3 a1' })}`);
    await page
      .getByTestId('proven')
      .getByText(/wins \(proven/)
      .waitFor({ timeout: 60000 });
    await page.goto(`${this.base}/analysis#game=andantino`);
    await page.getByTestId('proven').getByText('Black wins (proven, in at most 52)').waitFor({ timeout: 60000 });
  }

  /** Opens a puzzle and makes the moves of its solution on the board. */
  async tryPuzzle(game, number, moves) {
    const { page } = this;
    // An address that differs in its fragment alone does not load the page.
    await page.goto(`${this.base}/learn`);
    await page.goto(`${this.base}/puzzles/${game}#${number}`);
    await page.getByText(`Puzzle ${number},`).waitFor({ timeout: 30000 });
    await page.locator('svg.grid [data-legal]').first().waitFor({ timeout: 30000 });
    for (const move of moves) await playMove(page, move);
  }

  async solvePuzzles() {
    const { page } = this;
    const puzzles = puzzlesOf('andantino');
    const inOne = puzzles.find(({ plies }) => plies === 1);
    await this.tryPuzzle('andantino', inOne.number, inOne.solution);
    await page.getByTestId('puzzle-task').getByText('Won!').waitFor({ timeout: 30000 });
    const inTwo = puzzles.find(({ plies }) => plies === 3);
    await this.tryPuzzle('andantino', inTwo.number, inTwo.solution);
    await page.getByTestId('puzzle-task').getByText('is the longest defence').waitFor({ timeout: 30000 });
  }

  async takeLesson() {
    const { page } = this;
    await page.goto(`${this.base}/learn/hex`);
    await page.locator('svg.grid [data-legal]').first().waitFor({ timeout: 30000 });
    // Any stone will do first; then the one that joins the edges.
    await clickCell(page, 'c3');
    await page.getByTestId('done').waitFor({ timeout: 30000 });
    await page.getByRole('button', { name: 'Next step' }).click();
    await page.locator('svg.grid [data-cell="e4"] .stone').waitFor({ timeout: 30000 });
    await clickCell(page, 'a1');
    await page.getByText('not what we are looking for').first().waitFor({ timeout: 30000 });
    await page.locator('svg.grid [data-cell="a1"] .stone').waitFor({ state: 'detached', timeout: 30000 });
    await clickCell(page, 'a5');
    await page.getByTestId('done').waitFor({ timeout: 30000 });
  }

  async watchEngines() {
    const { page } = this;
    await page.goto(`${this.base}/arena`);
    await page.getByRole('button', { name: 'Watch them play' }).click({ timeout: 30000 });
    await page.waitForFunction(() => document.querySelectorAll('.moves button').length >= 2, null, { timeout: 60000 });
  }

  async findGameAgain(id) {
    const { page } = this;
    await page.goto(`${this.base}/games`);
    await page.reload();
    await page.locator(`[data-game="${id}"]`).waitFor({ timeout: 30000 });
    await page.goto(`${this.base}/game/${id}`);
    await page.locator('.status.over').waitFor({ timeout: 30000 });
  }
}
