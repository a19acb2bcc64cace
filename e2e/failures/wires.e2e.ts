/**
 * Any connection of the product may break or fall silent: no process ends, every tip is recorded once, and its alert is shown.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { keepPayingTip } from '../tip-requests.ts'
import type { Participants } from './fixture.ts'
import { setUpProxiedProduct } from './fixture.ts'
import { expectTipsDespite } from './faulty-wires.ts'
import type { Wire } from './faulty-wires.ts'
import { readOutcome } from './outcome.ts'
import { backends } from './proxied-product.ts'

/**
 * Pays a general tip, which is not posted to the chats and therefore not slowed down by their limits. Requests that fail are
 * repeated.
 */
const pay = ({ product, creator }: Participants, name: string) =>
  keepPayingTip(product, creator, { name, isGeneral: true })

async function endConnections({ product }: Participants): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(product.db)
}

async function expectShown(fixture: Participants, tips: string[]): Promise<void> {
  const { shown, recorded, notified, unbalanced } = await readOutcome(fixture, tips.length)
  expect({ shown, recorded, notified, unbalanced }).toEqual({
    shown: tips,
    recorded: tips,
    notified: tips.toSorted(),
    unbalanced: [],
  })
  const { server, workers } = fixture.product
  expect([server.isRunning(), workers.isRunning()]).toEqual([true, true])
}

const shownSoon = { timeout: 10_000, interval: 50 }

describe.each(backends)('with queues on %s', (backend) => {
  const fixture = setUpProxiedProduct(backend)

  test('Postgres ends all its connections, three times under tips', async () => {
    const tips = Array.from({ length: 12 }, (_, i) => `Supporter ${i + 1}`)

    for (const [i, name] of tips.entries()) {
      const paid = pay(fixture, name)
      if (i % 4 === 2) await endConnections(fixture)
      await paid
    }

    await expectShown(fixture, tips)
  })

  test('Postgres ends all connections again and again while the workers start', async () => {
    const { workers } = fixture.product
    await workers.stop()
    let isStarted = false

    const started = workers.start().finally(() => (isStarted = true))
    while (!isStarted) {
      await endConnections(fixture)
      await sleep(100)
    }
    await started
    await pay(fixture, 'after')

    await expectShown(fixture, ['after'])
  })

  test.each(['serverDb', 'workersDb'] as const)(
    'all connections to Postgres fall silent: %s',
    async (wire) => {
      const { product, overlay } = fixture
      await pay(fixture, 'before')
      await expect.poll(() => overlay.shown, shownSoon).toEqual(['before'])

      product.proxies[wire].silence()
      await pay(fixture, 'after')

      await expectShown(fixture, ['before', 'after'])
    },
  )

  test.each([
    ['server', 'serverDb'],
    ['workers', 'workersDb'],
  ] as const)('the %s stop although Postgres falls silent meanwhile', async (name, wire) => {
    const { product } = fixture
    await pay(fixture, 'before')

    product.proxies[wire].silence()
    await product[name].stop()
    await product[name].start()
    await pay(fixture, 'after')

    await expectShown(fixture, ['before', 'after'])
  })
})

describe(`with queues on ${backends[0]}`, () => {
  const fixture = setUpProxiedProduct(backends[0]!, { isPaypalProxied: true })
  const rows: Wire[][] = [
    ['Postgres of the server'],
    ['Postgres of the workers'],
    ...(backends[0] === 'redis' ? [['Redis and its pub/sub'] satisfies Wire[]] : []),
    ['PayPal'],
    ['SMTP', 'Stripe', 'Twitch', 'YouTube'],
  ]

  test.each(rows.map((own) => [own.join(', '), own] as const))(
    'silent for five seconds: %s',
    async (_, own) => {
      await expectTipsDespite(fixture, { own, fault: 'answers nothing', faultMs: 5_000, isStopping: false })
    },
  )
})

describe.runIf(backends.includes('redis'))('with a Redis of its own', () => {
  const fixture = setUpProxiedProduct('redis')

  test('a Redis that answers nothing holds up neither tips nor alerts, nor workers that stop', async () => {
    const { product, overlay } = fixture
    await pay(fixture, 'before')
    await expect.poll(() => overlay.shown, shownSoon).toEqual(['before'])

    product.redis!.freeze()
    await pay(fixture, 'first')
    await expect.poll(() => overlay.shown, shownSoon).toEqual(['before', 'first'])
    await pay(fixture, 'second')
    await expect.poll(() => overlay.shown, shownSoon).toEqual(['before', 'first', 'second'])
    await product.workers.stop()
    product.redis!.thaw()
    await product.workers.start()
    await pay(fixture, 'after')

    await expectShown(fixture, ['before', 'first', 'second', 'after'])
  })
})
