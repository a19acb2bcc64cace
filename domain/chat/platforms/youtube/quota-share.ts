/** Which part of a day's quota is left for one creator, and which tips get a line of it. */
import type { Db } from '../../../../db/connection.ts'
import type { QuotaState } from '../../../../db/queries/chat/quota-days.ts'
import { countQuotaCreators, findWorthOfPlace } from '../../../../db/queries/chat/quota-shares.ts'
import { countLinesLeft } from './quota-throttle.ts'

export interface QuotaShare {
  /** How many lines are left for the creator's tips today: what is left for all, in equal parts. */
  lines: number
  /** The smallest tip that gets a line, in minor units of the creator's currency; 0 for all. */
  fromMinor: number
}

/**
 * Returns a creator's share while lines are scarce. As many of the last day's tips as there are lines were worth at least `fromMinor`,
 * so if the rest of the day is like that, the lines go to the largest tips.
 */
export async function readQuotaShare(
  db: Db,
  name: string,
  uid: string,
  { state, price }: { state: QuotaState; price: number },
): Promise<QuotaShare> {
  const creators = await countQuotaCreators(db, name, uid)
  const left = countLinesLeft(state, price, false)
  const lines = Math.max(Math.floor(left / creators), Math.min(left, 1))
  return { lines, fromMinor: lines === 0 ? 0 : await findWorthOfPlace(db, uid, lines) }
}
