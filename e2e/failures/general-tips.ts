/**
 * Pays general tips while connections to Postgres, Redis or a provider are broken, and checks that each tip is recorded and shown, and
 * that its creator is notified.
 */
import { expect } from 'vitest'
import { keepPayingTip } from '../tip-requests.ts'
import type { Participants } from './fixture.ts'
import { readOutcome } from './outcome.ts'

/**
 * Pays a general tip, which is not posted to the chats and therefore not slowed down by their limits. Requests that fail are
 * repeated.
 */
export const pay = ({ product, creator }: Participants, name: string) =>
  keepPayingTip(product, creator, { name, isGeneral: true })

/** Checks that these tips, and no others, are recorded, shown in this order and notified, and that both processes still run. */
export async function expectShown(fixture: Participants, tips: string[]): Promise<void> {
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
