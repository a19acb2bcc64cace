/** A creator's moderators: links that make somebody one, and removing them. All of it is in the panel's list of actions. */
import { randomUUID } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { Moderators } from '../../contract/panel/panel-calls.ts'
import type { PanelActionKind } from '../../contract/panel/panel.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { findAccount, lockAccount } from '../../db/queries/accounts/accounts.ts'
import * as queries from '../../db/queries/panel/moderators.ts'
import { findPanelState, lockPanel, recordPanelAction } from '../../db/queries/panel/panel.ts'
import type { PanelStateChange } from '../../db/queries/panel/panel.ts'
import type { AccountRow } from '../../db/schema.ts'
import { recordSensitiveChange } from '../accounts/sensitive-changes.ts'
import { changeInSession } from '../accounts/session-changes.ts'
import type { OwnSession } from '../accounts/sessions.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { hashToken, makeToken } from '../security/tokens.ts'

/** How many moderators and unused links a creator may have together. */
export const maxModerators = 50
/** How long a link works, in hours. */
const inviteHours = 24

/** Returns a creator's moderators and the links that nobody has used. */
export async function readModerators(db: Db, creatorUid: string): Promise<Moderators> {
  const [moderators, invites, state] = await Promise.all([
    queries.listModerators(db, creatorUid),
    queries.listInvites(db, creatorUid),
    findPanelState(db, creatorUid),
  ])
  return {
    moderators: moderators.map(({ since, ...one }) => ({ ...one, since: since.toISOString() })),
    invites: invites.map(({ id, expiresAt }) => ({ id, expiresAt: expiresAt.toISOString() })),
    seeAmounts: state?.moderatorsSeeAmounts ?? false,
  }
}

interface ModeratorContext {
  db: Db
  config: { secretsKey: SecretKeys }
}

/**
 * Makes a link, mails the creator another one that undoes this, and returns the token, which is stored only as a hash. Throws AppError
 * `moderators_full`, or as `changeInSession` does.
 */
export async function inviteModerator(
  { db, config: { secretsKey } }: ModeratorContext,
  session: OwnSession,
): Promise<string> {
  const { uid: creatorUid } = session
  const token = makeToken()
  await changeInSession(db, session, async (trx, creator) => {
    await record(trx, { creatorUid, actorUid: creatorUid, kind: 'invite' }, async () => {
      const { moderators, invites } = await readModerators(trx, creatorUid)
      if (moderators.length + invites.length >= maxModerators) throw new AppError('moderators_full')
      await queries.insertInvite(trx, creatorUid, hashToken(token)!, inviteHours)
      return {}
    })
    const change = { kind: 'moderator-invited', before: {} } as const
    await recordSensitiveChange({ db: trx, secretsKey }, creator, change, (undo) => ({
      kind: 'moderator-invited',
      name: creator.displayName,
      undo,
    }))
  })
  return token
}

/** Withdraws a link that nobody has used. Throws AppError `not_found`. */
export async function withdrawInvite(db: Db, creatorUid: string, id: string): Promise<void> {
  await recordAlone(db, { creatorUid, actorUid: creatorUid, kind: 'withdraw' }, async (trx) => {
    if (!(await queries.deleteInvite(trx, creatorUid, id))) throw new AppError('not_found')
    return {}
  })
}

/**
 * Makes an account a moderator by a link, which then no longer works, and mails the creator who it is, with a link that undoes this.
 * Throws AppError `link_expired` for a link that was used, has expired or never existed, and `forbidden` for the creator's own.
 */
export async function acceptInvite(
  { db, config: { secretsKey } }: ModeratorContext,
  moderatorUid: string,
  token: string,
): Promise<{ creatorUid: string; creatorName: string }> {
  const hash = hashToken(token)
  const creatorUid = hash && (await queries.findInviter(db, hash))
  if (!creatorUid) throw new AppError('link_expired')
  if (creatorUid === moderatorUid) throw new AppError('forbidden')
  await db.transaction().execute(async (trx) => {
    const creator = await lockAccount(trx, creatorUid)
    if (!creator) throw new AppError('link_expired')
    await record(trx, { creatorUid, actorUid: moderatorUid, kind: 'join' }, async () => {
      if (!(await queries.takeInvite(trx, hash))) throw new AppError('link_expired')
      if (await queries.insertModerator(trx, creatorUid, moderatorUid))
        await reportModerator({ db: trx, secretsKey }, creator, moderatorUid)
      return {}
    })
  })
  const access = await queries.findPanelAccess(db, creatorUid, moderatorUid)
  if (!access) throw new AppError('link_expired') // the creator is being deleted
  return { creatorUid, creatorName: access.creatorName }
}

async function reportModerator(
  ctx: { db: Trx; secretsKey: SecretKeys },
  creator: AccountRow,
  moderatorUid: string,
): Promise<void> {
  const { userName } = (await findAccount(ctx.db, moderatorUid))!
  const change = { kind: 'moderator-joined', before: {} } as const
  await recordSensitiveChange(ctx, creator, change, (undo) => ({
    kind: 'moderator-joined',
    name: creator.displayName,
    userName,
    undo,
  }))
}

/** Removes a moderator. Moderators may remove themselves. Throws AppError `not_found`. */
export async function removeModerator(
  db: Db,
  creatorUid: string,
  moderatorUid: string,
  actorUid: string,
): Promise<void> {
  if (!(await queries.findPanelAccess(db, creatorUid, moderatorUid))) throw new AppError('not_found')
  await recordAlone(db, { creatorUid, actorUid, kind: 'remove' }, async (trx) => {
    if (!(await queries.deleteModerator(trx, creatorUid, moderatorUid))) throw new AppError('not_found')
    return { data: { moderatorUid } }
  })
}

/** Sets whether a creator's moderators see amounts. */
export async function showAmounts(db: Db, creatorUid: string, seeAmounts: boolean): Promise<void> {
  await recordAlone(db, { creatorUid, actorUid: creatorUid, kind: 'amounts' }, async () => ({
    state: { moderatorsSeeAmounts: seeAmounts },
    data: { seeAmounts },
  }))
}

interface Entry {
  creatorUid: string
  actorUid: string
  kind: PanelActionKind
}

type Change = (trx: Trx) => Promise<{ state?: PanelStateChange; data?: object }>

/** Makes a change and adds it to the list of actions, in a transaction of its own. */
async function recordAlone(db: Db, entry: Entry, change: Change): Promise<void> {
  await db.transaction().execute((trx) => record(trx, entry, change))
}

/** Locks the panel, makes a change and adds it to the list of actions. */
async function record(trx: Trx, { creatorUid, ...entry }: Entry, change: Change): Promise<void> {
  const before = await lockPanel(trx, creatorUid)
  const { state, data = {} } = await change(trx)
  await recordPanelAction(trx, before, { ...entry, actionId: randomUUID(), data }, state)
}
