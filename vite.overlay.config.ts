import { defineConfig } from 'vite'
import { fontPreloads } from './scripts/font-preloads.ts'

/**
 * The pages for broadcast software: `dist/public/overlay/*.html` and their files under `assets/`. They are built separately,
 * because in shared chunks an overlay would load code that only the site needs.
 */
export default defineConfig({
  plugins: [fontPreloads()],
  publicDir: false,
  clearScreen: false,
  build: {
    outDir: 'dist/public',
    emptyOutDir: false, // the site is built into the same folder, where a running server still serves old files
    target: 'chrome103', // the version of Chromium in OBS
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the content security policy forbids data: URLs
    rolldownOptions: {
      input: ['overlay/streamalerts.html', 'overlay/overlay.html'],
      output: { codeSplitting: { groups: [{ name: 'overlay', minShareCount: 2 }] } },
    },
  },
})
