import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** What strangers' programs that use the package are told by the compiler, each. */
function complaints(folder: string, programs: string[]): string[] {
  const files = programs.map((program, number) => {
    const file = join(folder, `stranger${number}.ts`);
    writeFileSync(file, program);
    return file;
  });
  const options = {
    strict: true,
    noEmit: true,
    skipDefaultLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const all = ts.getPreEmitDiagnostics(ts.createProgram(files, options));
  return files.map((file) =>
    all
      .filter((one) => (one.file?.fileName ?? file).endsWith(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
      .join('\n'),
  );
}

it('the npm package has the types of its sources, and they stand alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'partita-types-'));
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/package-types.mjs', import.meta.url)), folder]);
  const begin = `import { Board, type Arrow, type BoardOptions } from './board';
    import { Engine, type SearchRequest } from './engine';
    const options: BoardOptions = { onMove: (move: string) => void move, material: 'slate' };
    const arrow: Arrow = { from: 'a1', to: 'b1' };
    const asked: SearchRequest = { game: 'hex', level: 3, onLines: ({ lines }) => void lines[0]?.pv };
    export async function show(): Promise<void> {
      const engine = new Engine({ folder: '/engine/' });
      new Board(document.body, options).show(await engine.position({ game: 'hex' }), { canMove: false, arrows: [arrow] });
      await engine.search(asked);`;
  const [right, wrong] = complaints(folder, [`${begin} }`, `${begin} await engine.search({ level: 3 }); }`]);
  expect(right).toBe('');
  expect(wrong, 'a search without a game').toContain('game');
  expect(readFileSync(join(folder, 'board.d.ts'), 'utf8')).not.toContain('Shown');
  rmSync(folder, { recursive: true });
}, 30_000);
