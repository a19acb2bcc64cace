/** Takes back what a platform has taken back, such as a message that its moderator has deleted. */
import { randomUUID } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { TipEventJob } from '../../contract/events.ts'
import type { ShowSource } from '../../contract/show/show-event.ts'
import type { Db } from '../../db/connection.ts'
import { findSentShowEvent } from '../../db/queries/show/show-events.ts'
import { changePanel } from './change-panel.ts'

interface TakeBackContext {
  db: Db
  publish(jobs: readonly TipEventJob[]): void
}

/**
 * Hides an event by its source's id, as the creator would in the panel, where it can be undone: its alert is skipped, and what it counts
 * toward goals and timers is taken back. Returns whether there was something to hide.
 */
export async function takeBackShowEvent(
  ctx: TakeBackContext,
  { creatorUid, source, sourceId }: { creatorUid: string; source: ShowSource; sourceId: string },
): Promise<boolean> {
  const own = { creatorUid, source, tokenId: null, sourceId }
  const event = await ctx.db.transaction().execute((trx) => findSentShowEvent(trx, own))
  if (!event || event.hold === 'dismissed') return false
  const change = { kind: 'show', action: 'hide', showEventId: event.id } as const
  const by = { creatorUid, actorUid: creatorUid, isOwner: true, actionId: randomUUID() }
  try {
    await changePanel(ctx, { ...by, change })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'panel_changed') return false // somebody hid it in the same moment
    throw error
  }
}
