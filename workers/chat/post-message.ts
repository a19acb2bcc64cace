/** Posts a message for one or several events, and keeps trying to record that it was posted. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectionRow } from '../../db/schema.ts'
import type { EventDetails } from '../../db/queries/deliveries/event-details.ts'
import type { WorkerContext } from '../context.ts'
import { GiveUpError } from '../errors.ts'
import { formatMessage } from './format-message.ts'
import type { ChatPoster, Posted } from './poster.ts'

/** How long a posted message is tried to be recorded: less than its delivery is leased. */
const recordingMs = 20_000
const recordingPauseMs = 500

/**
 * Sends the message. If a platform refuses the text of a coalesced message, sends it again without names, because one of them may
 * have caused the refusal.
 */
export async function postMessage(
  ctx: WorkerContext,
  poster: ChatPoster,
  connection: ConnectionRow,
  events: readonly EventDetails[],
  isRetry: boolean,
): Promise<Posted> {
  const { platform } = poster
  const options = { isRetry, isTest: isTestLine(events) }
  try {
    const text = await formatMessage(ctx, events, platform, { isNamed: true })
    return await poster.post(connection, text, options)
  } catch (error) {
    const isRefused = error instanceof GiveUpError && error.reason === 'rejected'
    if (!isRefused || events.length === 1) throw error
    const text = await formatMessage(ctx, events, platform, { isNamed: false })
    return poster.post(connection, text, options)
  }
}

/** Returns whether a message is a creator's test line. */
export const isTestLine = ([first]: readonly EventDetails[]): boolean => first?.event.type === 'chat.tested'

/**
 * Records that a message was posted. As long as Postgres does not respond, tries again: the message would otherwise be sent once
 * more, and only this process knows that it is in the chat.
 */
export async function recordUntilDone(record: () => Promise<void>): Promise<void> {
  for (const until = performance.now() + recordingMs; ; await delay(recordingPauseMs)) {
    try {
      return await record()
    } catch (error) {
      if (performance.now() > until) throw error
    }
  }
}
