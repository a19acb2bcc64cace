import { existsSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const pages = ['web/index.html', 'overlay/streamalerts.html', 'overlay/overlay.html']

/**
 * Everything a browser gets: `dist/public/web/index.html`, `dist/public/overlay/*.html` and their files under `assets/`.
 * Old files stay until `scripts/` sweeps them, so that pages of a running server find theirs while a new build is written.
 */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  publicDir: 'web/public',
  clearScreen: false,
  build: {
    outDir: 'dist/public',
    emptyOutDir: false,
    // OBS brings Chromium 103; the rest is what ui.md's features need in the browsers of fans.
    target: ['chrome103', 'edge105', 'firefox115', 'safari16.4'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // a data: address would be refused by the security policy
    rolldownOptions: { input: pages.filter((page) => existsSync(page)) },
  },
})
