import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

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

/**
 * Packages that programs load from `node_modules`: OpenTelemetry traces no others, and some have native code, fonts or a thread in
 * files of their own. All others become part of the programs, because Node takes longer to find their thousands of files than to run
 * them.
 */
const external = [
  'ioredis',
  'pg',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/instrumentation',
  '@opentelemetry/instrumentation-http',
  '@opentelemetry/instrumentation-ioredis',
  '@opentelemetry/instrumentation-pg',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
  '@node-rs/argon2',
  'fontkit',
  'msgpackr-extract',
  'pdfkit',
  'pino',
  'sharp',
]

/**
 * Leaves packages out of the source maps. Node reads a file's whole map for the first error in it, and answers nothing meanwhile. An
 * empty map says that there is none: https://rollupjs.org/plugin-development/#source-code-transformations
 */
const mapsOfOurs: Plugin = {
  name: 'maps-of-ours',
  transform: { filter: { id: /\/node_modules\// }, handler: (code) => ({ code, map: { mappings: '' } }) },
}

/** Builds the Node programs, `dist/node/<name>.js`. */
export default defineConfig({
  clearScreen: false,
  publicDir: false,
  plugins: [mapsOfOurs],
  ssr: { noExternal: true, external },
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
