/** The state of a creator's control panel, and the list of what was done in it. */
import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { PanelActionKind } from '../../../contract/panel/panel.ts'
import type { OverlayControl } from '../../../contract/sockets.ts'
import type { Db, Trx } from '../../connection.ts'
import type { Schema } from '../../schema.ts'
import { maxRecent } from '../alerts/cut-alerts.ts'

export type PanelStateRow = Selectable<Schema['panelState']>

/** What holds for a creator who has never used the panel. */
export const defaultControl: OverlayControl = {
  version: 0,
  isPaused: false,
  isMuted: false,
  isPanic: false,
  droppedSeq: 0,
  skipped: [],
  skipVersion: 0,
}

/** How many skipped alerts overlays get at most. Overlays without a key never report what they show, so theirs add up. */
const maxSkipped = 200

/**
 * The control of the row's creator as JSON, null without a row. `panel` and `counter` are joined rows. Skipped alerts that another one has
 * followed are included only while recent, because an overlay may still play those again.
 */
export const controlJson = sql<OverlayControl | null>`case when panel_state.creator_uid is not null then jsonb_build_object(
  'version', panel_state.version, 'isPaused', panel_state.is_paused, 'isMuted', panel_state.is_muted,
  'isPanic', panel_state.is_panic, 'droppedSeq', panel_state.dropped_seq, 'skipVersion', panel_state.skip_version,
  'skipped', array(
    select seq from alert where alert.creator_uid = panel_state.creator_uid and alert.skipped_at > now() - interval '1 day'
      and alert.seq >= greatest(coalesce(creator_counter.played_seq, 0) - ${sql.lit(maxRecent)}, panel_state.dropped_seq)
    order by seq desc limit ${sql.lit(maxSkipped)}
  )) end`

/** Returns the message about a creator's panel for overlays. */
export async function readControl(db: Db, creatorUid: string): Promise<OverlayControl> {
  const row = await db
    .selectFrom('panelState')
    .leftJoin('creatorCounter', 'creatorCounter.creatorUid', 'panelState.creatorUid')
    .select(controlJson.as('control'))
    .where('panelState.creatorUid', '=', creatorUid)
    .executeTakeFirst()
  return row?.control ?? defaultControl
}

/** Returns the creators whose panel has a later version than the given one. */
export async function listChangedPanels(
  db: Db,
  known: readonly { creatorUid: string; version: number }[],
): Promise<{ creatorUid: string; version: number }[]> {
  const uids = known.map(({ creatorUid }) => creatorUid)
  const versions = known.map(({ version }) => version)
  const { rows } = await sql<{ creatorUid: string; version: number }>`
    select p.creator_uid, p.version
    from unnest(${uids}::uuid[], ${versions}::int[]) as known (creator_uid, version)
    join panel_state p on p.creator_uid = known.creator_uid and p.version > known.version
  `.execute(db)
  return rows
}

interface Newest {
  creatorUid: string
  /** The `seq` of the creator's last alert. */
  seq: number
  /** The version of the creator's panel; 0 if it was never used. */
  version: number
}

/** Returns the creators who have later alerts than the given one, or whose panel has a later version. Finds all rows by key. */
export async function listNewer(db: Db, known: readonly Newest[]): Promise<Newest[]> {
  const uids = known.map(({ creatorUid }) => creatorUid)
  const seqs = known.map(({ seq }) => seq)
  const versions = known.map(({ version }) => version)
  const { rows } = await sql<Newest>`
    select known.creator_uid, coalesce(c.alert_seq, 0) as seq, coalesce(p.version, 0) as version
    from unnest(${uids}::uuid[], ${seqs}::bigint[], ${versions}::int[]) as known (creator_uid, seq, version)
    left join creator_counter c on c.creator_uid = known.creator_uid
    left join panel_state p on p.creator_uid = known.creator_uid
    where c.alert_seq > known.seq or p.version > known.version
  `.execute(db)
  return rows
}

/** Returns the state of a creator's panel; undefined if the panel was never used. */
export async function findPanelState(db: Db, creatorUid: string): Promise<PanelStateRow | undefined> {
  return db.selectFrom('panelState').selectAll().where('creatorUid', '=', creatorUid).executeTakeFirst()
}

/** Returns and locks the state of a creator's panel; makes its row at the first call. */
export async function lockPanel(trx: Trx, creatorUid: string): Promise<PanelStateRow> {
  await trx
    .insertInto('panelState')
    .values({ creatorUid })
    .onConflict((oc) => oc.doNothing())
    .execute()
  return trx
    .selectFrom('panelState')
    .selectAll()
    .where('creatorUid', '=', creatorUid)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export type PanelStateChange = Partial<
  Pick<
    PanelStateRow,
    'isPaused' | 'isMuted' | 'isPanic' | 'droppedSeq' | 'skipVersion' | 'moderatorsSeeAmounts'
  >
>

export type NewPanelAction = Omit<
  Insertable<Schema['panelAction']>,
  'creatorUid' | 'version' | 'data' | 'createdAt'
> & { data: object }

/** Adds an action to the list, changes the locked state by it and raises the version. */
export async function recordPanelAction(
  trx: Trx,
  before: PanelStateRow,
  { data, ...action }: NewPanelAction,
  change: PanelStateChange = {},
): Promise<void> {
  const version = await updatePanel(trx, before, change)
  await trx
    .insertInto('panelAction')
    .values({ ...action, creatorUid: before.creatorUid, data: JSON.stringify(data), version })
    .execute()
}

/** Notes when alerts begin to wait, and when they no longer do. */
async function updatePanel(trx: Trx, before: PanelStateRow, change: PanelStateChange): Promise<number> {
  const { creatorUid } = before
  const after = { ...before, ...change }
  const [was, is] = [before, after].map(({ isPaused, isPanic }) => isPaused || isPanic)
  const now = sql<Date>`clock_timestamp()`
  const { version } = await trx
    .updateTable('panelState')
    .set(({ eb }) => ({
      ...change,
      version: eb('version', '+', 1),
      ...(is && !was ? { heldSince: now, releasedAt: null } : {}),
      ...(was && !is ? { releasedAt: now } : {}),
    }))
    .where('creatorUid', '=', creatorUid)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export interface PanelActionRow {
  actionId: string
  creatorUid: string
  kind: PanelActionKind
  data: unknown
  tipId: string | null
  showEventId: string | null
  version: number
}

/** Returns an action of any creator's panel by its id. */
export async function findPanelAction(trx: Trx, actionId: string): Promise<PanelActionRow | undefined> {
  return trx
    .selectFrom('panelAction')
    .select(['actionId', 'creatorUid', 'kind', 'data', 'tipId', 'showEventId', 'version'])
    .where('actionId', '=', actionId)
    .executeTakeFirst()
}

/** Returns up to `limit` actions of a creator's panel, the latest first, with what the list shows of them. */
export async function listPanelActions(
  db: Db,
  creatorUid: string,
  { limit, offset }: { limit: number; offset: number },
) {
  return selectActions(db, creatorUid)
    .orderBy('a.createdAt', 'desc')
    .orderBy('a.actionId')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Returns up to `limit` actions of a creator's panel that follow on the action `after`, the oldest first; without it from the beginning. */
export async function listPanelActionsAfter(
  db: Db,
  creatorUid: string,
  { after, limit }: { after: string | undefined; limit: number },
) {
  return selectActions(db, creatorUid)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(a.created_at, a.action_id) > (select created_at, action_id from panel_action where action_id = ${after})`,
      ),
    )
    .orderBy('a.createdAt')
    .orderBy('a.actionId')
    .limit(limit)
    .execute()
}

function selectActions(db: Db, creatorUid: string) {
  return db
    .selectFrom('panelAction as a')
    .innerJoin('account as actor', 'actor.uid', 'a.actorUid')
    .leftJoin('tip', 'tip.id', 'a.tipId')
    .leftJoin('showEvent', 'showEvent.id', 'a.showEventId')
    .leftJoin('panelAction as u', 'u.undoes', 'a.actionId')
    .leftJoin('panelAction as undone', 'undone.actionId', 'a.undoes')
    .leftJoin('account as person', (join) =>
      join.on('person.uid', '=', sql<string>`(a.data ->> 'moderatorUid')::uuid`),
    )
    .select(['a.actionId', 'a.kind', 'a.data', 'a.actorUid', 'a.createdAt', 'a.tokenName'])
    .select('actor.displayName as actor')
    .select(['tip.supporterName', 'tip.isAnonymous', 'undone.kind as undoes', 'u.actionId as undoneBy'])
    .select(['person.displayName as person', 'showEvent.name as showName', 'showEvent.title as showTitle'])
    .where('a.creatorUid', '=', creatorUid)
}
