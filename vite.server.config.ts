import { defineConfig } from 'vite'

const entries = {
  'all-in-one': 'scripts/all-in-one.ts',
  server: 'server/main.ts',
  workers: 'workers/main.ts',
  migrate: 'scripts/migrate.ts',
  feature: 'scripts/feature.ts',
  reconcile: 'scripts/reconcile.ts',
}

/** The Node programs: `dist/node/{all-in-one,server,workers,migrate,feature,reconcile}.js`. Packages are not bundled. */
export default defineConfig({
  clearScreen: false,
  publicDir: false,
  ssr: { external: true },
  build: {
    ssr: true,
    outDir: 'dist/node',
    emptyOutDir: false, // a running program still loads chunks of its own build
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: entries,
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
