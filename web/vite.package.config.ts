import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** The npm package: a board and an engine for other people's pages (scripts/package npm). */
export default defineConfig({
  plugins: [svelte({ compilerOptions: { css: 'injected' } })],
  base: './',
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: '../build/npm',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    rollupOptions: {
      input: { board: 'src/embed/board.svelte.ts', engine: 'src/embed/engine.ts' },
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  worker: { rollupOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } } },
});
