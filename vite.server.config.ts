import { existsSync } from 'node:fs'
import { defineConfig } from 'vite'

const entries = {
  'all-in-one': 'scripts/all-in-one.ts',
  server: 'server/main.ts',
  workers: 'workers/main.ts',
  migrate: 'scripts/migrate.ts',
  feature: 'scripts/feature.ts',
  reconcile: 'scripts/reconcile.ts',
}

/** The Node side: `dist/node/{all-in-one,server,workers,migrate,feature,reconcile}.js`, everything of ours bundled, every package left outside. */
export default defineConfig({
  clearScreen: false,
  publicDir: false,
  ssr: { external: true },
  build: {
    ssr: true,
    outDir: 'dist/node',
    emptyOutDir: false, // a running server still loads parts of its own build
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
