/** Breaks connections of the product (wires) while supporters pay, and checks that every tip is recorded and shown once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { TcpProxy } from '../../db/tcp-proxy.fixture.ts'
import type { Participants } from './fixture.ts'
import { readOutcome } from './outcome.ts'
import type { ProxiedProduct } from './proxied-product.ts'
import { openSupporters } from './supporters.ts'

type Proxies = ProxiedProduct['proxies']

/** The proxies of each wire: a wire is a connection between the product and one of its services. */
export const wires = {
  'Postgres of the server': ({ serverDb }: Proxies) => [serverDb],
  'Postgres of the workers': ({ workersDb }: Proxies) => [workersDb],
  'Redis and its pub/sub': ({ serverRedis, workersRedis }: Proxies) => [serverRedis, workersRedis],
  SMTP: ({ mail }: Proxies) => [mail],
  PayPal: ({ paypal }: Proxies) => [paypal],
  Stripe: ({ stripe }: Proxies) => [stripe],
  Twitch: ({ twitch }: Proxies) => [twitch],
  YouTube: ({ youtube }: Proxies) => [youtube],
  S3: ({ bucket }: Proxies) => [bucket],
} satisfies Record<string, (proxies: Proxies) => (TcpProxy | undefined)[]>
export type Wire = keyof typeof wires

/** The faults of a wire: it accepts data but never responds; it is slow; or open connections fall silent while new ones work. */
export const faults = {
  'answers nothing': (proxy: TcpProxy) => proxy.blackHole(),
  'takes two seconds for each response': (proxy: TcpProxy) => proxy.slow(2_000),
  'is half-open': (proxy: TcpProxy) => {
    proxy.silence()
    return { lift() {} }
  },
} satisfies Record<string, (proxy: TcpProxy) => { lift(): void }>
export type Fault = keyof typeof faults

/**
 * The longest time in milliseconds until an alert is shown, counted from its payment or from the end of the fault, whichever is
 * later. Does not apply while processes start, and in `npm test` is only printed, because other tests use the machine as well.
 */
const maxAlertMs = 5_000

const shownPoll = { timeout: 60_000, interval: 20 }

interface Row {
  /** The wires that break, all at the same time. */
  own: readonly Wire[]
  fault: Fault
  faultMs: number
  /** Whether the server and the workers get a stop request during the fault. */
  isStopping: boolean
}

/**
 * Causes a fault while supporters pay, and checks that no tip is lost, doubled or out of order. Prints how long supporters
 * waited.
 */
export async function expectTipsDespite(participants: Participants, row: Row): Promise<void> {
  const { product, overlay } = participants
  const supporters = openSupporters(participants)
  const paidAt = new Map<string, number>()
  const pay = async (name: string) => {
    await supporters.payTip(name, { isGeneral: name !== 'one' })
    paidAt.set(name, performance.now())
  }
  await pay('before')
  await expect.poll(() => overlay.shown, shownPoll).toEqual(['before'])

  const proxies = row.own.flatMap((wire) => wires[wire](product.proxies)).flatMap((proxy) => proxy ?? [])
  const lifts = proxies.map(faults[row.fault])
  const names = ['one', 'two', 'three']
  const paying = payAll(names, pay)
  await sleep(row.faultMs)
  if (row.isStopping) await stopBoth(product)
  for (const { lift } of lifts) lift()
  const liftedAt = performance.now()
  await Promise.all([product.server.start(), product.workers.start()])
  await paying
  await pay('after')
  const tips = ['before', ...names, 'after']
  await expect.poll(() => overlay.shown, shownPoll).toEqual(tips)
  const shownMs = Math.round(performance.now() - liftedAt)
  const waits = tips.map((name) => overlay.shownAt.get(name)! - Math.max(liftedAt, paidAt.get(name)!))
  const alertMs = Math.round(Math.max(...waits))
  const { longestMs } = supporters.answers
  console.log(
    `${row.own.join(', ')} ${row.fault}: longest answer ${longestMs} ms, all alerts ${shownMs} ms after its return, each ${alertMs} ms after its payment`,
  )
  if (!row.isStopping && process.env.TEST_FULL === 'true') expect(alertMs).toBeLessThan(maxAlertMs)

  const outcome = await readOutcome(participants, tips.length)
  expect(outcome).toMatchObject({ shown: tips, recorded: tips, notified: tips.toSorted(), unbalanced: [] })
  expect(outcome.mailIds).toBe(tips.length)
  expect(product.server.isRunning() && product.workers.isRunning()).toBe(true)
  expectChats(outcome, row)
}

/**
 * Only the tip `one` is toward the goal, so only it is posted to the chats. Twitch shows it once. On a broken wire to YouTube the
 * post may be lost, because a post that may have arrived is not repeated.
 */
function expectChats({ twitch, youtube }: Awaited<ReturnType<typeof readOutcome>>, { own }: Row): void {
  expect(twitch).toEqual(['one'])
  if (!own.includes('YouTube')) return expect(youtube).toEqual(['one'])
  expect([[], ['one']]).toContainEqual(youtube)
}

async function stopBoth({ server, workers }: ProxiedProduct): Promise<void> {
  const stopped = Promise.all([server.stop(), workers.stop()]).then(() => true)
  expect(await Promise.race([stopped, sleep(11_000, false)])).toBe(true)
}

async function payAll(names: string[], pay: (name: string) => Promise<void>): Promise<void> {
  for (const name of names) await pay(name)
}
