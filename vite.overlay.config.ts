import { defineConfig } from 'vite'

/**
 * The pages that broadcast software opens: `dist/public/overlay/*.html` and their files under `assets/`. Built apart from the
 * site: what both use would be cut into chunks for both, and an overlay would carry what only the site needs.
 */
export default defineConfig({
  publicDir: false,
  clearScreen: false,
  build: {
    outDir: 'dist/public',
    emptyOutDir: false, // the site is built into the same folder, and running servers need their old files
    target: 'chrome103', // what OBS brings
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // a data: address would be refused by the security policy
    rolldownOptions: {
      input: ['overlay/streamalerts.html', 'overlay/overlay.html'],
      output: { codeSplitting: { groups: [{ name: 'overlay', minShareCount: 2 }] } },
    },
  },
})
