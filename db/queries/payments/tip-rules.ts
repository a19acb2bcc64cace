/** Creators' rules for tips: the rules themselves, blocked supporters, and held tips. */
import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import { tipLimits, toPayoutMinor } from '../../../contract/money/money.ts'
import type { Db, Trx } from '../../connection.ts'
import type { Schema } from '../../schema.ts'
import { spanOfTip } from '../goals/goal-periods.ts'

export interface TipRules {
  minimumMinor: number
  /**
   * A guest's tip, or an account's first tip, is held if it is at least this amount in minor units. Null: no tip is held for its
   * amount.
   */
  holdFromMinor: number | null
}

/** The rules of a creator who has set none. */
export const defaultTipRules: TipRules = {
  minimumMinor: toPayoutMinor(tipLimits.minUnits),
  holdFromMinor: null,
}

/** Returns a creator's rules, or the defaults. */
export async function getTipRules(db: Db, creatorUid: string): Promise<TipRules> {
  const own = await db
    .selectFrom('tipRule')
    .select(['minimumMinor', 'holdFromMinor'])
    .where('creatorUid', '=', creatorUid)
    .executeTakeFirst()
  return own ?? defaultTipRules
}

export async function saveTipRules(db: Db, creatorUid: string, rules: TipRules): Promise<void> {
  await db
    .insertInto('tipRule')
    .values({ creatorUid, ...rules })
    .onConflict((oc) => oc.column('creatorUid').doUpdateSet(rules))
    .execute()
}

export interface HoldRules {
  holdsAll: boolean
  holdsFirst: boolean
  holdsMessages: boolean
  holdsFromMinor: number | null
}

/** Returns which tips of all supporters are held. */
export async function getHoldRules(db: Db, creatorUid: string): Promise<HoldRules> {
  const own = await db
    .selectFrom('tipRule')
    .select(['holdsAll', 'holdsFirst', 'holdsMessages', 'holdsFromMinor'])
    .where('creatorUid', '=', creatorUid)
    .executeTakeFirst()
  return own ?? { holdsAll: false, holdsFirst: false, holdsMessages: false, holdsFromMinor: null }
}

export async function saveHoldRules(db: Db, creatorUid: string, rules: HoldRules): Promise<void> {
  await db
    .insertInto('tipRule')
    .values({ creatorUid, ...defaultTipRules, ...rules })
    .onConflict((oc) => oc.column('creatorUid').doUpdateSet({ ...rules }))
    .execute()
}

/** The supporter of a new tip: an account, or a guest by name and network. */
export interface Tipper {
  supporterUid: string | null
  /** The guest's name, normalised for comparison; null for a guest without a name. */
  nameKey: string | null
  /** The hashes of the network under each key. */
  addressHashes: readonly string[]
}

/** How many days a blocked guest's network stays blocked. Providers assign networks to other people, so a block must end. */
const networkDays = 30

/** Returns whether a creator has blocked this account, or this guest by name or recent network. */
export async function isBlocked(db: Db, creatorUid: string, tipper: Tipper): Promise<boolean> {
  const { supporterUid, nameKey, addressHashes } = tipper
  const row = await db
    .selectFrom('blockedSupporter')
    .select('id')
    .where('creatorUid', '=', creatorUid)
    .where((eb) => {
      if (supporterUid !== null) return eb('supporterUid', '=', supporterUid)
      const recent = sql<boolean>`created_at > now() - ${networkDays} * interval '1 day'`
      return eb.or([
        ...(nameKey === null ? [] : [eb('nameKey', '=', nameKey)]),
        eb.and([eb('addressHash', 'in', addressHashes), recent]),
      ])
    })
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type BlockedRow = Awaited<ReturnType<typeof listBlocked>>[number]

/** Returns the entry that blocks the supporter of a tip. */
export async function findBlockOfTip(db: Db, creatorUid: string, tipId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('blockedSupporter')
    .select('id')
    .where('creatorUid', '=', creatorUid)
    .where('tipId', '=', tipId)
    .executeTakeFirst()
  return row?.id
}

/** Returns a creator's blocked supporters, the latest first. */
export async function listBlocked(db: Db, creatorUid: string) {
  return db
    .selectFrom('blockedSupporter')
    .select(['id', 'name', 'createdAt'])
    .select((eb) => eb('supporterUid', 'is not', null).$castTo<boolean>().as('isAccount'))
    .where('creatorUid', '=', creatorUid)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(maxBlocked)
    .execute()
}

/** The maximum number of blocked supporters per creator. */
export const maxBlocked = 500

export type NewBlock = Omit<Insertable<Schema['blockedSupporter']>, 'id' | 'creatorUid' | 'createdAt'>

/** Blocks a supporter. Repeats change nothing. Returns false when the creator's list is full. */
export async function insertBlock(db: Db, creatorUid: string, block: NewBlock): Promise<boolean> {
  const { count } = await db
    .selectFrom('blockedSupporter')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('creatorUid', '=', creatorUid)
    .executeTakeFirstOrThrow()
  if (count >= maxBlocked) return false
  await db
    .insertInto('blockedSupporter')
    .values({ creatorUid, ...block })
    .onConflict((oc) => oc.columns(['creatorUid', 'tipId']).doNothing())
    .execute()
  return true
}

/** Unblocks a supporter; returns whether the entry existed and belonged to the creator. */
export async function deleteBlock(db: Db, creatorUid: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('blockedSupporter')
    .where('creatorUid', '=', creatorUid)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns the supporter of a tip: account, name and network; undefined if the tip is not this creator's. */
export async function findTipSupporter(db: Db, creatorUid: string, tipId: string) {
  return db
    .selectFrom('tip')
    .innerJoin('tipOrder', 'tipOrder.id', 'tip.orderId')
    .select(['tip.supporterUid', 'tip.supporterName', 'tip.isAnonymous', 'tipOrder.addressHash'])
    .where('tip.creatorUid', '=', creatorUid)
    .where('tip.id', '=', tipId)
    .executeTakeFirst()
}

/** What a tip did to its goal while it was held. */
export interface EndedHold {
  /** The goal that it funded. */
  funded: string | null
  milestone: Pick<Selectable<Schema['goalMilestone']>, 'goalId' | 'milestone'> | undefined
}

/** Releases or dismisses one of a creator's held tips; undefined when it is not held, or is fully refunded. */
export async function endHold(
  trx: Trx,
  creatorUid: string,
  tipId: string,
  hold: 'released' | 'dismissed',
): Promise<EndedHold | undefined> {
  const tip = await trx
    .updateTable('tip')
    .set({ hold, holdEndedAt: sql<Date>`now()` })
    .where('id', '=', tipId)
    .where('creatorUid', '=', creatorUid)
    .where('hold', '=', 'held')
    .$if(hold === 'released', (query) =>
      query.where(({ eb, ref }) => eb('returnedMinor', '<', ref('amountMinor'))),
    )
    .returning('id')
    .executeTakeFirst()
  if (!tip) return undefined
  const { rows } = await sql<{ goalId: string }>`
    select g.goal_id from tip t join goal g on g.goal_id = t.goal_id join ${spanOfTip}
    where t.id = ${tipId} and s.funded_by_tip_id = t.id and (g.status = 'COMPLETED' or not s.is_current)
  `.execute(trx)
  const milestone = await trx
    .selectFrom('goalMilestone')
    .select(['goalId', 'milestone'])
    .where('tipId', '=', tipId)
    .where('hasAlert', '=', true)
    .executeTakeFirst()
  return { funded: rows[0]?.goalId ?? null, milestone }
}
