/**
 * Tests that no kill loses a tip or its alert, or repeats one. The product passes them, and the skeleton with the same promises that
 * `bench/capture-to-overlay.ts` compares it with.
 */
import { expect, test } from 'vitest'
import type { Interruption } from '../../db/tcp-proxy.fixture.ts'
import type { Program } from '../program.ts'

/** A server and a worker process that can be killed, with an overlay of one creator. */
export interface Killable {
  server: Program
  workers: Program
  /** Withholds the response to a tip's commit; the announcement of an alert; an alert with this `seq` from the overlay. */
  interrupt: Record<'committing' | 'announcing', () => Interruption> & { sending(seq: number): Interruption }
  /** Returns the payment of a tip, ready to be reported; `report` resolves with the server's response. */
  prepare(name: string): Promise<{ report(): Promise<unknown> }>
  /** The supporters of the recorded tips; events without an alert; jobs on the queue; the `seq` of the stored alerts. */
  recorded(): Promise<string[]>
  pending(): Promise<unknown[]>
  queued(): Promise<unknown[]>
  stored(): Promise<number[]>
  /** The supporters whose alerts the overlay has shown. */
  shown(): readonly string[]
  /** Checks that exactly these tips are recorded, and shown once and in this order. */
  expectOutcome(tips: string[]): Promise<void>
}

async function pay(killable: Killable, name: string): Promise<void> {
  await (await killable.prepare(name)).report()
}

/** A kill between the commit and the queue. `open` is called by the test. */
export function testNotRelayed(open: () => Killable): void {
  test('a tip whose commit had no response is on no queue, and the outbox relay finds it', async () => {
    const killable = open()
    const { server, workers, interrupt } = killable
    await workers.kill()
    const { report } = await killable.prepare('Grace')
    const commit = interrupt.committing()
    const request = report().catch(() => {})
    await commit.reached
    await server.kill()
    await request
    commit.lift()

    expect(await killable.recorded()).toEqual(['Grace'])
    expect(await killable.pending()).toHaveLength(1)
    expect(await killable.queued()).toEqual([])

    await Promise.all([server.start(), workers.start()])
    await killable.expectOutcome(['Grace'])
  })
}

/** A kill between the commit of an alert and its announcement. */
export function testMessageLost(open: () => Killable): void {
  test('an alert that was never published is shown at the server’s next poll', async () => {
    const killable = open()
    const { workers, interrupt } = killable
    const publishing = interrupt.announcing()
    await pay(killable, 'Grace')
    await publishing.reached
    await expect.poll(() => killable.pending()).toEqual([])
    await workers.kill() // so that no process publishes the alert any more
    publishing.lift()

    expect(await killable.stored()).toEqual([1])

    await expect.poll(() => killable.shown()).toEqual(['Grace'])
    await workers.start()
    await killable.expectOutcome(['Grace'])
  })
}

/** A kill of the server while it sends an alert. */
export function testOverlayGone(open: () => Killable): void {
  test('an alert that was sent but not received is sent again, and shown once', async () => {
    const killable = open()
    const { server, interrupt } = killable
    await pay(killable, 'Grace')
    await expect.poll(() => killable.shown()).toEqual(['Grace'])
    const sending = interrupt.sending(2)
    await pay(killable, 'Ada')
    await sending.reached
    await server.kill()
    sending.lift()

    expect(await killable.stored()).toEqual([1, 2])
    expect(killable.shown()).toEqual(['Grace'])

    await server.start()
    await pay(killable, 'Edsger')
    await killable.expectOutcome(['Grace', 'Ada', 'Edsger'])
  })
}
