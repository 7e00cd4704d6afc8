// package-types.mjs FOLDER: the types of the npm package, written from the sources that they describe.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const source = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
const FILES = {
  'embed/engine.ts': 'engine.d.ts',
  'embed/board.svelte.ts': 'board.d.ts',
  'board/arrow.ts': 'arrow.d.ts',
};
/** In the package the files lie side by side. */
const BESIDE = { '../wire/types': './types', '../board/arrow': './arrow' };

function declarationOf(path) {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    strict: true,
    isolatedDeclarations: true,
    stripInternal: true,
  };
  const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(source(path), 'utf8'), {
    fileName: path,
    compilerOptions,
    reportDiagnostics: true,
  });
  if (diagnostics.length > 0)
    throw new Error(
      ts.formatDiagnostics(diagnostics, {
        getCurrentDirectory: () => '',
        getCanonicalFileName: (name) => name,
        getNewLine: () => '\n',
      }),
    );
  return outputText.replace(/from '([^']+)'/g, (_, from) => {
    if (!(from in BESIDE)) throw new Error(`${path}: the package has no types of ${from}`);
    return `from '${BESIDE[from]}'`;
  });
}

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
for (const [path, name] of Object.entries(FILES)) writeFileSync(join(folder, name), declarationOf(path));
// The replies' shapes, written from the same schema as the server's.
copyFileSync(source('wire/types.ts'), join(folder, 'types.d.ts'));
