import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const nodeMajor = Number.parseInt(process.versions.node)
const services = 'scripts/test-services-setup.ts'
/** Vitest's default of one second is too short for a condition on a slow machine. */
const expectOptions = { poll: { timeout: 20_000 } }

/**
 * A project for each kind of test. `npm test` runs all but `full`, which belongs to `npm run test:full`. With `isolate: false`
 * the test files of a worker share modules and globals, so a test restores every global that it changes.
 */
export default defineConfig({
  test: {
    maxWorkers: Math.min(2, availableParallelism()), // more workers would exceed the default number of connections of Postgres
    projects: [
      { test: { name: 'unit', include: ['{contract,.ci,bench}/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'web',
          include: ['{web,overlay}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          isolate: false,
          expect: expectOptions,
          setupFiles: ['web/src/test/setup.ts'],
          // Since Node 25, Node has a localStorage of its own, which does not work without a file and hides that of happy-dom.
          execArgv: nodeMajor >= 25 ? ['--no-experimental-webstorage'] : [],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{db,domain,demo,server,workers,sandbox,scripts}/**/*.test.ts'],
          globalSetup: [services],
          isolate: false,
          expect: expectOptions,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: [services],
          expect: expectOptions,
          sequence: { groupOrder: 1 }, // the browser tests run after the others, because they need the whole machine
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'full',
          include: ['{contract,db,domain,server,workers,sandbox,e2e}/**/*.full.ts'],
          globalSetup: [services],
          expect: expectOptions,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 30 * 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
