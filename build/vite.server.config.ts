import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

const entries = {
  'all-in-one': 'scripts/all-in-one.ts',
  server: 'server/main.ts',
  workers: 'workers/main.ts',
  'one-process': 'scripts/one-process.ts',
  migrate: 'scripts/migrate.ts',
  admin: 'scripts/admin.ts',
  setup: 'scripts/setup.ts',
  'connect-bot': 'scripts/connect-bot.ts',
  'platform-books': 'scripts/platform-ledger.ts',
  doctor: 'scripts/doctor.ts',
  'rotate-keys': 'scripts/rotate-keys.ts',
  'release-restore': 'scripts/release-restore.ts',
  reconcile: 'scripts/reconcile.ts',
  guardian: 'db/embedded/guardian.mjs',
  'liveness-thread': 'domain/liveness/liveness-thread.mjs',
  // separate programs, which `domain/tasks/task-process.ts` starts
  'encode-program': 'domain/storage/encode-program.ts',
  'card-program': 'domain/pages/card-program.ts',
  'import-program': 'domain/imports/import-program.ts',
}

/**
 * Packages that stay in `node_modules`: OpenTelemetry can trace only packages that are loaded from there, and some packages keep native
 * code, fonts or a thread in separate files. All others are bundled, because Node takes longer to find their thousands of files than to
 * run them. docs/decisions/0036-programs-contain-their-packages.md
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
 * Omits packages from the source maps by giving them empty maps (https://rollupjs.org/plugin-development/#source-code-transformations).
 * Node reads the whole map of a file when it first needs a stack trace of that file, and does nothing else meanwhile.
 */
const omitPackageMaps: Plugin = {
  name: 'omit-package-maps',
  transform: { filter: { id: /\/node_modules\// }, handler: (code) => ({ code, map: { mappings: '' } }) },
}

/** Builds the Node programs, `dist/node/<name>.js`. */
export default defineConfig({
  clearScreen: false,
  publicDir: false,
  plugins: [omitPackageMaps],
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    outDir: 'dist/node',
    emptyOutDir: false, // because a running program still loads chunks of its own build
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: entries,
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
