/** Counts the tips and events that webhooks have stored. */
import type { Db } from '../../db/connection.ts'

/** Returns how many tips an order has become. */
export async function countTips(db: Db, providerOrderId: string): Promise<number> {
  const tips = await db
    .selectFrom('tip')
    .innerJoin('tipOrder', 'tipOrder.id', 'tip.orderId')
    .select('tip.id')
    .where('tipOrder.providerOrderId', '=', providerOrderId)
    .execute()
  return tips.length
}

/** Returns how many times the event in a webhook's body is stored. */
export async function countStored(db: Db, body: string): Promise<number> {
  const { id } = JSON.parse(body) as { id: string }
  return (await db.selectFrom('webhookEvent').select('eventId').where('eventId', '=', id).execute()).length
}
