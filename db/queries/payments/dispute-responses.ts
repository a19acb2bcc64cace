/** What creators answered to disputes. It is stored before it is sent. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import type { DisputeResponseRow, ResponseKind } from '../../ledger-tables.ts'
import type { Mode, Provider } from '../../schema.ts'
import { isDue } from './failed-work.ts'
import type { WorkItem } from './failed-work.ts'

export interface NewResponse {
  disputeId: string
  isInquiry: boolean
  creatorUid: string
  kind: ResponseKind
  fields: Record<string, string>
}

/**
 * Stores a response. Returns undefined if the dispute, or before it the inquiry, has one that was not refused: only one request can
 * be the first.
 */
export async function insertResponse(
  db: Db,
  { fields, ...response }: NewResponse,
): Promise<DisputeResponseRow | undefined> {
  return db
    .insertInto('disputeResponse')
    .values({ ...response, fields: JSON.stringify(fields) })
    .onConflict((oc) => oc.columns(['disputeId', 'isInquiry']).where('status', '<>', 'refused').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Settles a response: the provider has it or, with its code, refused it. */
export async function settleResponse(db: Db, id: string, issue?: string): Promise<void> {
  await db
    .updateTable('disputeResponse')
    .set({
      status: issue === undefined ? 'done' : 'refused',
      issue: issue?.slice(0, 200) ?? null,
      settledAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('status', '=', 'asked')
    .execute()
}

/** Returns the latest response to a dispute, or to the inquiry that it was; undefined when there is none. */
export async function findLatestResponse(
  db: Db,
  { disputeId, isInquiry }: Pick<NewResponse, 'disputeId' | 'isInquiry'>,
): Promise<DisputeResponseRow | undefined> {
  return db
    .selectFrom('disputeResponse')
    .selectAll()
    .where('disputeId', '=', disputeId)
    .where('isInquiry', '=', isInquiry)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A response with what is needed to send it. */
export type OpenResponse = DisputeResponseRow & {
  provider: Provider
  mode: Mode
  /** The provider's id of the dispute. */
  providerDisputeId: string
  payeeId: string
}

/** Returns the key of a response's stored failures (`failed-work.ts`). */
export function responseItem({ id }: OpenResponse): WorkItem {
  return { kind: 'response', key: id }
}

/** Lists responses that were stored at least a minute before `now` and have no result, oldest first. */
export async function listOpenResponses(db: Db, now: Date, limit: number): Promise<OpenResponse[]> {
  return db
    .selectFrom('disputeResponse as r')
    .innerJoin('dispute as d', 'd.id', 'r.disputeId')
    .innerJoin('tip as t', (join) =>
      join.onRef('t.provider', '=', 'd.provider').onRef('t.captureId', '=', 'd.captureId'),
    )
    .innerJoin('tipOrder as o', 'o.id', 't.orderId')
    .selectAll('r')
    .select(['d.provider', 'd.mode', 'd.disputeId as providerDisputeId', 'o.payeeId'])
    .where('r.status', '=', 'asked')
    .where('r.createdAt', '<', new Date(now.getTime() - 60_000))
    .where(isDue('response', sql`r.id::text`, now))
    .orderBy('r.createdAt')
    .limit(limit)
    .execute()
}
