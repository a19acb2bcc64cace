import { defineConfig } from 'vite'

const entries = {
  'all-in-one': 'scripts/all-in-one.ts',
  server: 'server/main.ts',
  workers: 'workers/main.ts',
  migrate: 'scripts/migrate.ts',
  admin: 'scripts/admin.ts',
  'connect-bot': 'scripts/connect-bot.ts',
  'platform-books': 'scripts/platform-ledger.ts',
  doctor: 'scripts/doctor.ts',
  'rotate-keys': 'scripts/rotate-keys.ts',
  'release-restore': 'scripts/release-restore.ts',
  reconcile: 'scripts/reconcile.ts',
  guardian: 'db/embedded/guardian.mjs',
  'liveness-thread': 'domain/liveness/liveness-thread.mjs',
  // a separate program, which `domain/picture-process.ts` starts
  'encode-program': 'domain/storage/encode-program.ts',
  'card-program': 'domain/pages/card-program.ts',
}

/** Builds the Node programs, `dist/node/<name>.js`. Packages are not bundled. */
export default defineConfig({
  clearScreen: false,
  publicDir: false,
  ssr: { external: true },
  build: {
    ssr: true,
    outDir: 'dist/node',
    emptyOutDir: false, // because a running program still loads chunks of its own build
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: entries,
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
