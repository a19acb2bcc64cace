import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * The site: `dist/public/web/index.html` and its files under `assets/`; `vite.overlay.config.ts` puts the overlay pages beside
 * them. Old files stay until `scripts/` sweeps them, so that pages of a running server find theirs while a new build is written.
 */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  publicDir: 'web/public',
  clearScreen: false,
  build: {
    outDir: 'dist/public',
    emptyOutDir: false,
    // What the site's features need in the browsers of fans.
    target: ['chrome103', 'edge105', 'firefox115', 'safari16.4'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // a data: address would be refused by the security policy
    rolldownOptions: {
      input: 'web/index.html',
      // What every page needs comes in one file, which compresses better than five.
      output: { codeSplitting: { groups: [{ name: 'site', tags: ['$initial'] }] } },
    },
  },
})
