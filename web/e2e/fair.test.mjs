// Fair play: where a game begins, an opponent who adapts, a partner who tells of mistakes.
import assert from 'node:assert/strict';
import { choose, clickCell, playMove, sitDown } from './table.mjs';

const WORDS = {
  en: { start: 'Start the game', partner: 'Training partner', back: 'Take F4 back' },
  it: { start: 'Inizia la partita', partner: 'Compagno di allenamento', back: 'Ritira F4' },
};
const stored = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('partita.settings') ?? '{}'));

async function assertFits(page) {
  const { wide, width } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  assert.ok(wide <= width, `${wide} pixels wide on ${width}`);
}

/** White to move and win at once. */
const WON = { rules: { side: '5' }, start: '5 5/6/7/2WWWW2/4B1B2/3BBB2/7/6/5 w' };
const WINNING = 'G4';

export const tests = {
  async 'a game begins on a fair position or with a handicap, and the page says what is known of it'({ page, base }) {
    for (const [language, size] of [
      ['en', { width: 1280, height: 900 }],
      ['it', { width: 390, height: 844 }],
    ]) {
      await choose(page, base, { language });
      await page.setViewportSize(size);
      for (const game of ['andantino', 'hex', 'omega', 'tafl']) {
        const { starts } = await (await fetch(`${base}/api/v1/starts?game=${game}`)).json();
        await page.goto(`${base}/new/${game}`);
        const choice = page.getByTestId('start');
        await choice.waitFor();
        const fair = starts.filter(({ kind }) => kind === 'fair');
        assert.ok(fair.length > 1, `${game}: ${fair.length} fair starts`);
        assert.ok(
          [0, 1].every((seat) => starts.some((start) => start.kind === 'handicap' && start.seat === seat)),
          `${game}: a handicap for each seat`,
        );
        await choice.selectOption('fair');
        const evidence = page.getByTestId('start-evidence');
        await evidence.waitFor();
        const told = (await evidence.innerText()).trim();
        assert.ok(
          fair.some(({ moves }) => told.startsWith(`${moves.join(' ')}.`)),
          told,
        );
        assert.match(
          told,
          language === 'en' ? /In \d+ games between engines of level \d:/ : /In \d+ partite fra motori di livello \d:/,
        );
        await page.getByRole('button', { name: language === 'en' ? 'Draw another' : 'Estraine un’altra' }).click();
        await page.waitForFunction(
          (before) => document.querySelector('[data-testid=start-evidence]').textContent.trim() !== before,
          told,
        );
        await assertFits(page);
        if (game !== 'andantino') continue;
        const proven = starts.find(({ proven: plies, seat }) => plies !== null && seat === 0);
        await choice.selectOption(proven.start);
        await evidence
          .getByText(
            language === 'en'
              ? `White can win by force, in at most ${proven.proven} moves`
              : `Bianco può vincere per forza, in al più ${proven.proven} mosse`,
          )
          .waitFor();
        await page.getByRole('button', { name: WORDS[language].start }).click();
        await page.waitForURL(/\/game\//);
        await page.locator('svg.grid [data-legal]').first().waitFor();
        const id = new URL(page.url()).pathname.split('/').at(-1);
        const record = await (await fetch(`${base}/api/v1/games/${id}`)).json();
        assert.equal(record.start, proven.start, 'the game begins there');
      }
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  },
  async 'an opponent who adapts goes a level up after a win and down after a loss, remembered by game'({ page, base }) {
    // The games begin where White wins at once.
    await page.route('**/api/v1/games', (route) =>
      route.request().method() === 'POST'
        ? route.continue({ postData: JSON.stringify({ ...JSON.parse(route.request().postData()), ...WON }) })
        : route.continue(),
    );
    const told = page.getByTestId('adaptive');
    const levelOfEngine = async (level) =>
      page.locator('.player', { hasText: new RegExp(`(level|livello) ${level}`) }).waitFor();
    await choose(page, base, { language: 'en', confirm: 'never' });
    await page.goto(`${base}/new/andantino`);
    await page.getByLabel('Adapts to me').check();
    await told.getByText('Level 4 · casual now. A win of yours takes it a level up, a loss a level down.').waitFor();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await levelOfEngine(4);
    await told.getByText('level 4 now').waitFor();
    await clickCell(page, WINNING);
    await told.getByText('You won: from level 4 your opponent goes up to level 5').waitFor();
    // Taken back it is not won yet; won again it counts once.
    await page.getByRole('button', { name: 'Take back' }).click();
    await told.getByText('level 4 now').waitFor();
    await page.locator('svg.grid [data-legal]').first().waitFor();
    await clickCell(page, WINNING);
    await told.getByText('goes up to level 5').waitFor();
    await page.reload();
    await told.getByText('goes up to level 5').waitFor();
    assert.equal((await stored(page)).adaptive.andantino.level, 5, 'a game counts once');
    await page.getByRole('button', { name: 'Next game, level 5' }).click();
    await levelOfEngine(5);
    // On changed seats White is the engine, who wins at once.
    await told.getByText('You lost: from level 5 your opponent goes down to level 4').waitFor({ timeout: 20000 });
    await page.evaluate(() =>
      localStorage.setItem(
        'partita.settings',
        JSON.stringify({ ...JSON.parse(localStorage.getItem('partita.settings')), language: 'it' }),
      ),
    );
    await page.reload();
    await told.getByText('Hai perso: dal livello 5 l’avversario scende al livello 4').waitFor();
    await page.getByRole('button', { name: 'Un’altra partita, livello 4' }).click();
    await levelOfEngine(4);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${base}/new/andantino`);
    await told.getByText('Ora livello 4 · dilettante').waitFor();
    await assertFits(page);
    await page.goto(`${base}/new/hex`);
    await page.getByLabel('Si adatta a me').check();
    assert.equal((await stored(page)).adaptive.hex, undefined, 'another game has another opponent');
    await page.setViewportSize({ width: 1280, height: 900 });
  },
  async 'a training partner says why a move was a clear mistake, and lets it be taken back'({ page, base }) {
    // Black could win by force and enters a closed area instead.
    const game = {
      game: 'andantino',
      rules: { side: '5' },
      start: '5 5/6/4WW1/3BW1W1/3BBWW2/2BBB3/7/6/5 b',
      seats: [{ kind: 'engine', level: 3 }, { kind: 'human' }],
    };
    for (const [language, size] of [
      ['en', { width: 1280, height: 900 }],
      ['it', { width: 390, height: 844 }],
    ]) {
      const words = WORDS[language];
      await choose(page, base, { language, confirm: 'never' });
      await page.setViewportSize(size);
      await sitDown(page, base, game);
      await page.locator('svg.grid [data-legal]').first().waitFor();
      // Nobody is told what he has not asked for.
      const fault = page.getByTestId('fault');
      await clickCell(page, 'F4');
      await page.locator('.status.over').waitFor();
      assert.equal(await fault.count(), 0);
      await page.getByLabel(words.partner).check();
      await fault.waitFor();
      assert.match(
        await fault.innerText(),
        language === 'en'
          ? /^F4 was a clear mistake: your chances were 100%, and now the loss is proven\./
          : /^F4 è stato un errore evidente: avevi il 100% di probabilità/,
      );
      assert.match(
        await fault.getByTestId('reason').innerText(),
        language === 'en' ? /F4 enters an area/ : /F4 entra in/,
      );
      await page.locator('svg.grid [data-pointed]').first().waitFor();
      await assertFits(page);
      await fault.getByRole('button', { name: words.back }).click();
      await fault.waitFor({ state: 'detached' });
      await page.locator('svg.grid [data-legal]').first().waitFor();
      assert.equal(await page.locator('svg.grid [data-cell=F4] .stone').count(), 0, 'the stone is gone');
      // Whoever plays it again is told again.
      await clickCell(page, 'F4');
      await fault.getByRole('button', { name: words.back }).click();
      await fault.waitFor({ state: 'detached' });
      await page.locator('svg.grid [data-legal]').first().waitFor();
      await page.getByRole('button', { name: language === 'en' ? 'Hint' : 'Suggerimento', exact: true }).click();
      const hint = page.getByTestId('hint');
      await hint.waitFor();
      const [move] = /[A-I]\d/.exec(await hint.innerText());
      await playMove(page, move);
      await page.waitForFunction((cell) => document.querySelector(`svg.grid [data-cell="${cell}"] .stone`), move);
      await page.waitForFunction(
        () => document.querySelector('.status.over') || document.querySelector('svg.grid [data-legal]'),
      );
      assert.equal(await fault.count(), 0, 'the best move is no mistake');
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  },
};
