/** Deliveries of events to the endpoints of creators' tools: one for each endpoint and event. */
import { sql } from 'kysely'
import { dialects } from '../../../contract/tools/dialects.ts'
import type { WebhookTry } from '../../../contract/tools/webhook-calls.ts'
import type { Db } from '../../connection.ts'
import type { LeasedDelivery } from '../deliveries/deliveries.ts'

/** How many deliveries to one endpoint a process leases at a time, and to one that fails. */
const perEndpoint = 4
const perFailingEndpoint = 1
/** The events of each dialect. */
const taken = JSON.stringify(
  Object.fromEntries(Object.entries(dialects).map(([name, { events }]) => [name, events])),
)
/** How many attempts of a delivery are kept for its creator. */
const keptTries = 20

/** Creates the deliveries of an event to each of its creator's endpoints that can be told of it and has none; returns how many. */
export async function insertWebhookDeliveries(db: Db, eventId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into delivery (destination, event_id, creator_uid, endpoint_id, tries)
    select 'endpoints', o.event_id, o.creator_uid, e.id, '[]' from outbox o join webhook_endpoint e on e.creator_uid = o.creator_uid
    join jsonb_each(${taken}::jsonb) d on d.key = e.dialect and d.value ? o.type
    where o.event_id = ${eventId}
    order by e.id
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Leases up to `limit` due deliveries, longest due first, but only a few of each endpoint, so that one without a response holds up
 * nobody else. In the partial index it reads one entry of each endpoint that has open deliveries, what is leased or waits for its next
 * attempt there, and what it leases, however much is due.
 */
export async function leaseWebhookDeliveries(
  db: Db,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<LeasedDelivery[]> {
  const { rows } = await sql<LeasedDelivery>`
    with recursive open as (
      (
        select endpoint_id from delivery where status in ('due', 'leased') and endpoint_id is not null
        order by endpoint_id limit 1
      )
      union all
      select (
        select d.endpoint_id from delivery d
        where d.status in ('due', 'leased') and d.endpoint_id > open.endpoint_id
        order by d.endpoint_id limit 1
      ) from open where open.endpoint_id is not null
    )
    update delivery set status = 'leased', attempts = attempts + 1,
      leased_until = now() + ${leaseMs} * interval '1 millisecond'
    where id in (
      select due.id from open
      join webhook_endpoint e on e.id = open.endpoint_id
      cross join lateral (
        select d.id, coalesce(d.leased_until, d.due_at) as since from delivery d
        where d.endpoint_id = e.id and d.status in ('due', 'leased') and coalesce(d.leased_until, d.due_at) <= now()
        order by coalesce(d.leased_until, d.due_at)
        limit greatest(0, case when e.failing_since is null then ${perEndpoint}::integer else ${perFailingEndpoint}::integer end - (
          select count(*) from delivery busy
          where busy.endpoint_id = e.id and busy.status = 'leased' and coalesce(busy.leased_until, busy.due_at) > now()
        ))
        for update skip locked
      ) due
      order by due.since
      limit ${limit}
    )
    returning id, event_id, attempts
  `.execute(db)
  return rows
}

/** Returns a delivery with its endpoint; undefined if the endpoint was removed. */
export async function findWebhookDelivery(db: Db, id: string) {
  return db
    .selectFrom('delivery as d')
    .innerJoin('webhookEndpoint as e', 'e.id', 'd.endpointId')
    .select(['e.id as endpointId', 'e.dialect', 'e.url', 'e.secretSealed'])
    .select(sql<WebhookTry | null>`d.tries -> -1`.as('lastTry'))
    .select(
      sql<string | null>`case when e.former_until > now() then e.former_secret_sealed end`.as(
        'formerSecretSealed',
      ),
    )
    .where('d.id', '=', id)
    .executeTakeFirst()
}

/** Adds an attempt to the log of a delivery. */
export async function addWebhookTry(db: Db, id: string, attempt: WebhookTry): Promise<void> {
  await sql`
    update delivery set tries = (
      case when jsonb_array_length(tries) >= ${keptTries} then tries - 0 else tries end
    ) || ${JSON.stringify(attempt)}::jsonb
    where id = ${id}`.execute(db)
}

/** Replaces the latest attempt in the log of a delivery, which was written before it was known what came of it. */
export async function endWebhookTry(db: Db, id: string, attempt: WebhookTry): Promise<void> {
  await sql`update delivery set tries = (tries - -1) || ${JSON.stringify(attempt)}::jsonb where id = ${id}`.execute(
    db,
  )
}

/** Returns an SQL condition: the endpoint has surely not taken `alias`, a delivery that was given up. */
export function isSurelyMissed(alias: string) {
  return sql<boolean>`${sql.ref(`${alias}.reason`)} is distinct from 'answerLost'`
}

/** Lists the latest deliveries to an endpoint, the latest first. Reads an index range of `limit` rows. */
export async function listWebhookDeliveries(db: Db, endpointId: string, limit: number) {
  return db
    .selectFrom('delivery as d')
    .innerJoin('outbox as o', 'o.eventId', 'd.eventId')
    .select(['d.id', 'o.eventId', 'o.type', 'd.status', 'd.reason', 'd.createdAt', 'd.dueAt', 'd.tries'])
    .where('d.endpointId', '=', endpointId)
    .orderBy('d.createdAt', 'desc')
    .limit(limit)
    .execute()
}

/** Makes an endpoint's completed delivery due again, or all that it has surely missed; returns how many. */
export async function resendWebhookDeliveries(
  db: Db,
  endpointId: string,
  deliveryId: string | undefined,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('delivery')
    .set({ status: 'due', attempts: 0, dueAt: sql<Date>`now()`, completedAt: null, reason: null })
    .where('endpointId', '=', endpointId)
    .where('status', 'in', deliveryId === undefined ? ['gave_up'] : ['gave_up', 'sent'])
    .$if(deliveryId === undefined, (query) => query.where(isSurelyMissed('delivery')))
    .$if(deliveryId !== undefined, (query) => query.where('id', '=', deliveryId!))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
