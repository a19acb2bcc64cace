import { availableParallelism } from 'node:os'
import { defaultExclude, defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** The tests that `npm test` leaves out: see `scripts/stand-in-tests.ts`. */
const leftOut = JSON.parse(process.env.TEST_LEFT_OUT ?? '[]') as string[]
const nodeMajor = Number.parseInt(process.versions.node)
const services = 'scripts/test-services-setup.ts'
/**
 * Timeouts only end tests that hang, so they are long enough for a machine that is four times slower than a usual one, such as one
 * whose cores others use as well.
 */
const expectOptions = { poll: { timeout: 60_000 } }
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 }

/** Matches the paths of the test files that take longest. */
const longest = new RegExp(
  [
    '(alert-box|account|connections|delivery|payment|chatbot|sign-up|leak-scan|control-panel|google|first-sight|alert-styles|lease|start)\\.e2e',
    '(roles|socket-roles|pipeline|deliveries|liveness|embedded-postgres|payments/faults|sdk)\\.test',
  ].join('|'),
)

/** Runs the longest files first, so that no worker is still busy with one when the others have finished. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rankOf = ({ moduleId }: TestSpecification) => (longest.test(moduleId) ? 0 : 1)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

/**
 * The number of test files that run at once. It is higher than the number of cores, because many tests mostly wait, but limited,
 * because a file may use 25 connections, and a Postgres in TEST_DATABASE_URL accepts 100 by default.
 */
const maxWorkers = Math.min(4, availableParallelism() + 2)
/** The number of browser test files that run at once, which use more of the processor. */
const maxBrowserWorkers = Math.min(4, availableParallelism() + 2)

/** Tests that wait through a fault or a rate limit for minutes. They run beside each other. */
const waitingTests = ['e2e/failures/wires/*.full.ts', 'workers/chat/{burst,mixed-load}.full.ts']

/** Tests that need the whole machine: floods, random failures, and measurements of how long a visitor waits. */
const aloneTests = [
  'e2e/{floods,explore}.full.ts',
  'server/sockets/{connection-limit,slow-clients}.full.ts',
  'server/routes/picture-flood.full.ts',
  'server/largest-bodies.full.ts',
  'domain/liveness/liveness.full.ts',
  'workers/platform-events/twitch/storm.full.ts',
  'e2e/failures/random-kills.full.ts',
  'domain/payments/ledger/model.full.ts',
]

/**
 * Node loads the 2,500 modules of the compiled messages itself. Every worker of every project would otherwise spend seconds on having
 * them transformed, although they are plain JavaScript.
 */
const server = { deps: { external: [/\/i18n\/compiled\//] } }

/**
 * A project for each kind of test. `npm test` runs all but `full`, `alone` and `waiting`, which belong to `npm run test:full`. With
 * `isolate: false` the test files of a worker share modules and globals, so a test restores every global that it changes.
 */
export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          server,
          isolate: false,
          include: ['{contract,.ci,bench}/**/*.test.ts'],
          expect: expectOptions,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'web',
          server,
          include: ['{web,overlay}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          isolate: false,
          expect: expectOptions,
          setupFiles: ['web/src/test/setup.ts'],
          // Since version 25, Node has its own localStorage, which does not work without a file and hides happy-dom's.
          execArgv: nodeMajor >= 25 ? ['--no-experimental-webstorage'] : [],
        },
      },
      {
        test: {
          name: 'integration',
          server,
          include: ['{client,db,domain,demo,server,workers,sandbox,scripts}/**/*.test.ts'],
          exclude: [...defaultExclude, ...leftOut],
          globalSetup: [services],
          isolate: false,
          expect: expectOptions,
          ...timeouts,
          maxConcurrency: 30, // tests that are marked as concurrent wait for timeouts and need no CPU
        },
      },
      {
        test: {
          name: 'e2e',
          server,
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: [services],
          expect: expectOptions,
          sequence: { groupOrder: 1 }, // the browser tests run after all others, because they need the whole machine
          maxWorkers: maxBrowserWorkers,
          isolate: false,
          testTimeout: 480_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'full',
          server,
          include: ['{bench,client,contract,db,domain,server,workers,sandbox,e2e}/**/*.full.ts'],
          exclude: [...aloneTests, ...waitingTests],
          globalSetup: [services],
          expect: expectOptions,
          maxWorkers: Math.min(2, availableParallelism()),
          sequence: { groupOrder: 2 },
          testTimeout: 30 * 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'alone',
          server,
          include: aloneTests,
          globalSetup: [services],
          expect: expectOptions,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
          testTimeout: 30 * 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'waiting',
          server,
          include: waitingTests,
          globalSetup: [services],
          expect: expectOptions,
          maxWorkers: 3, // each product has up to 25 connections, and Postgres accepts 100 by default
          sequence: { groupOrder: 4 },
          testTimeout: 10 * 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
