import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const server = process.env.PARTITA_SERVER ?? 'http://127.0.0.1:7271';

export default defineConfig({
  // The page's parts find each other wherever the site lies; only its first file, which is given out for every address, begins at the top.
  experimental: { renderBuiltUrl: (name, { hostType }) => (hostType === 'html' ? `/${name}` : { relative: true }) },
  plugins: [svelte()],
  build: { target: 'es2022', manifest: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: true } } },
});
