/** What happens to tips while one wire is broken, and afterwards. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { TcpProxy } from '../../db/tcp-proxy.fixture.ts'
import type { Participants } from './fixture.ts'
import { readOutcome } from './outcome.ts'
import type { ProxiedProduct } from './proxied-product.ts'
import { openSupporters } from './supporters.ts'

type Proxies = ProxiedProduct['proxies']

/** The connections of each wire. */
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

/** What happens to a wire: it accepts and answers nothing, it is slow, its connections fall silent while new ones work. */
export const faults = {
  'answers nothing': (proxy: TcpProxy) => proxy.blackHole(),
  'takes two seconds for each response': (proxy: TcpProxy) => proxy.slow(2_000),
  'is half-open': (proxy: TcpProxy) => {
    proxy.silence()
    return { lift() {} }
  },
} satisfies Record<string, (proxy: TcpProxy) => { lift(): void }>
export type Fault = keyof typeof faults

/** No alert comes later than this after its payment and the return of the wire, unless processes start meanwhile. */
const maxAlertMs = 5_000
/** A capture whose response was lost just before the return waits for PayPal's own timeout of ten seconds. */
const maxPaypalAlertMs = 12_000

const shownPoll = { timeout: 60_000, interval: 20 }

interface Row {
  /** One, or several that break at once. */
  own: readonly Wire[]
  fault: Fault
  faultMs: number
  /** Whether both processes are asked to stop while the fault lasts. */
  isStopping: boolean
}

/** Causes a fault while supporters pay, and expects that nothing is lost, doubled or swapped. Prints how long they waited. */
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
  if (!row.isStopping)
    expect(alertMs).toBeLessThan(row.own.includes('PayPal') ? maxPaypalAlertMs : maxAlertMs)

  const outcome = await readOutcome(participants, tips.length)
  expect(outcome).toMatchObject({ shown: tips, recorded: tips, notified: tips.toSorted(), unbalanced: [] })
  expect(outcome.mailIds).toBe(tips.length)
  expect(product.server.isRunning() && product.workers.isRunning()).toBe(true)
  expectChats(outcome, row)
}

/**
 * Only `one` is toward the goal and so in the chats. Twitch posts it once. What was on its way to YouTube may be there or not, and is
 * then not repeated.
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
