import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const nodeMajor = Number.parseInt(process.versions.node)
const services = 'scripts/test-services-setup.ts'
/** A condition is waited for, however slow the machine: a second, as usual, is a time. */
const patient = { poll: { timeout: 15_000 } }

/**
 * One project a kind of test; `npm test` runs all but `full`, which is `npm run test:full`. Where nothing is isolated, the files
 * that a worker gets load each module once and share what is global: a test puts back what it has changed of that.
 */
export default defineConfig({
  test: {
    maxWorkers: Math.min(2, availableParallelism()), // more would need more connections than a Postgres gives by default
    projects: [
      { test: { name: 'unit', include: ['{contract,.ci,bench}/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'web',
          include: ['{web,overlay}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          isolate: false,
          expect: patient,
          setupFiles: ['web/test-setup.ts'],
          // From 25 on Node has a localStorage of its own, which is dead without a file and hides happy-dom's.
          execArgv: nodeMajor >= 25 ? ['--no-experimental-webstorage'] : [],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{db,domain,demo,server,workers,sandbox,scripts}/**/*.test.ts'],
          globalSetup: [services],
          isolate: false,
          expect: patient,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: [services],
          expect: patient,
          sequence: { groupOrder: 1 }, // browsers after everything else, not beside it
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'full',
          include: ['{contract,db,domain,server,workers,sandbox,e2e}/**/*.full.ts'],
          globalSetup: [services],
          expect: patient,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 30 * 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
