/** The deliveries of a creator's latest tips to the creator's chats. */
import { chatDestinations } from '../../../contract/events.ts'
import type { ChatDestination } from '../../../contract/events.ts'
import type { Db } from '../../connection.ts'

export type ChatLogRow = Awaited<ReturnType<typeof listChatLog>>[number]

/** Returns the chat deliveries of the latest `events` events that have an alert, newest first. */
export async function listChatLog(db: Db, creatorUid: string, events: number) {
  const chats = Object.values(chatDestinations)
  return db
    .with('latest', (query) =>
      query
        .selectFrom('alert') // the query starts from the alerts: every tip has one, and an index has them by creator in order
        .select(['eventId', 'seq'])
        .where('creatorUid', '=', creatorUid)
        .where('isTest', '=', false)
        .orderBy('seq', 'desc')
        .limit(events),
    )
    .selectFrom('latest')
    .innerJoin('delivery', 'delivery.eventId', 'latest.eventId')
    .innerJoin('outbox', 'outbox.eventId', 'latest.eventId')
    .innerJoin('tip', (join) =>
      join.on((eb) =>
        eb('tip.id', '=', eb.cast<string>(eb.ref('outbox.payload', '->>').key('tipId' as never), 'uuid')),
      ),
    )
    .leftJoin('goal', 'goal.goalId', 'tip.goalId')
    .select(['latest.eventId', 'delivery.status', 'delivery.reason', 'outbox.type', 'outbox.createdAt'])
    .select((eb) => eb.ref('delivery.destination').$castTo<ChatDestination>().as('destination'))
    .select(['tip.supporterName', 'tip.isAnonymous', 'tip.isPrivate', 'tip.message', 'tip.amountMinor'])
    .select(['tip.currency', 'goal.title as goalTitle'])
    .where('delivery.destination', 'in', chats)
    .orderBy('latest.seq', 'desc')
    .orderBy('delivery.destination')
    .execute()
}
