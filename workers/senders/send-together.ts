/** Sends deliveries together that a dispatcher starts in the same turn. */
import type { Send } from '../dispatcher.ts'

/**
 * Returns a sender that hands over the events of all deliveries of a turn at once. `send` also records that they were sent. If it fails, each delivery
 * is sent alone, one after the other, so that one that cannot be sent delays no other.
 */
export function sendTogether(send: (eventIds: readonly string[]) => Promise<void>): Send {
  let eventIds: string[] = []
  let turn: Promise<Map<string, unknown>> | undefined

  async function sendTurn(): Promise<Map<string, unknown>> {
    await Promise.resolve() // the dispatcher starts the others of the turn first
    const own = eventIds
    eventIds = []
    turn = undefined
    return sendAll(own, send)
  }

  return async ({ eventId }) => {
    if (eventId === null) throw new Error('a delivery of no event')
    eventIds.push(eventId)
    turn ??= sendTurn()
    const failed = await turn
    if (failed.has(eventId)) throw failed.get(eventId)
    return 'recorded'
  }
}

/** Returns the errors of the deliveries that could not be sent. */
async function sendAll(
  eventIds: readonly string[],
  send: (eventIds: readonly string[]) => Promise<void>,
): Promise<Map<string, unknown>> {
  const failed = new Map<string, unknown>()
  const error = await send(eventIds).then(
    () => undefined,
    (reason: unknown) => reason ?? new Error('not sent'),
  )
  if (error === undefined) return failed
  if (eventIds.length === 1) return failed.set(eventIds[0]!, error)
  for (const id of eventIds) await send([id]).catch((reason: unknown) => failed.set(id, reason))
  return failed
}
