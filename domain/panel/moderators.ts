/** A creator's moderators: links that make somebody one, and removing them. All of it is in the panel's list of actions. */
import { randomUUID } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { Moderators } from '../../contract/panel-calls.ts'
import type { PanelActionKind } from '../../contract/panel.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { findAccount } from '../../db/queries/accounts.ts'
import * as queries from '../../db/queries/moderators.ts'
import { findPanelState, insertPanelAction, lockPanel, updatePanel } from '../../db/queries/panel.ts'
import type { PanelStateChange } from '../../db/queries/panel.ts'
import type { AccountEmail } from '../mail/account-emails.ts'
import { enqueueOwnerEmail } from '../mail/enqueue-account-email.ts'
import type { SecretKeys } from '../secret-keys.ts'
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
 * Makes a link, mails the creator that it was made, and returns its token, which is stored only as a hash. Throws AppError
 * `moderators_full`.
 */
export async function inviteModerator({ db, config }: ModeratorContext, creatorUid: string): Promise<string> {
  const token = makeToken()
  await record(db, { creatorUid, actorUid: creatorUid, kind: 'invite' }, async (trx) => {
    const { moderators, invites } = await readModerators(trx, creatorUid)
    if (moderators.length + invites.length >= maxModerators) throw new AppError('moderators_full')
    await queries.insertInvite(trx, creatorUid, hashToken(token)!, inviteHours)
    await mailCreator({ db: trx, config }, creatorUid, (name) => ({ kind: 'moderator-invited', name }))
    return {}
  })
  return token
}

/** Withdraws a link that nobody has used. Throws AppError `not_found`. */
export async function withdrawInvite(db: Db, creatorUid: string, id: string): Promise<void> {
  await record(db, { creatorUid, actorUid: creatorUid, kind: 'withdraw' }, async (trx) => {
    if (!(await queries.deleteInvite(trx, creatorUid, id))) throw new AppError('not_found')
    return {}
  })
}

/**
 * Makes an account a moderator by a link, which then no longer works, and mails the creator who it is. Throws AppError `link_expired` for a link that was used, has
 * expired or never existed, and `forbidden` for the creator's own.
 */
export async function acceptInvite(
  { db, config }: ModeratorContext,
  moderatorUid: string,
  token: string,
): Promise<{ creatorUid: string; creatorName: string }> {
  const hash = hashToken(token)
  const creatorUid = hash && (await queries.findInviter(db, hash))
  if (!creatorUid) throw new AppError('link_expired')
  if (creatorUid === moderatorUid) throw new AppError('forbidden')
  await record(db, { creatorUid, actorUid: moderatorUid, kind: 'join' }, async (trx) => {
    if (!(await queries.takeInvite(trx, hash))) throw new AppError('link_expired')
    if (!(await queries.insertModerator(trx, creatorUid, moderatorUid))) return {}
    const { userName } = (await findAccount(trx, moderatorUid))!
    await mailCreator({ db: trx, config }, creatorUid, (name) => ({
      kind: 'moderator-joined',
      name,
      userName,
    }))
    return {}
  })
  const access = await queries.findPanelAccess(db, creatorUid, moderatorUid)
  if (!access) throw new AppError('link_expired') // the creator is being deleted
  return { creatorUid, creatorName: access.creatorName }
}

/** Removes a moderator; the moderator may do so, too. Throws AppError `not_found`. */
export async function removeModerator(
  db: Db,
  creatorUid: string,
  moderatorUid: string,
  actorUid: string,
): Promise<void> {
  await record(db, { creatorUid, actorUid, kind: 'remove' }, async (trx) => {
    if (!(await queries.deleteModerator(trx, creatorUid, moderatorUid))) throw new AppError('not_found')
    return { data: { moderatorUid } }
  })
}

/** Sets whether a creator's moderators see amounts. */
export async function showAmounts(db: Db, creatorUid: string, seeAmounts: boolean): Promise<void> {
  await record(db, { creatorUid, actorUid: creatorUid, kind: 'amounts' }, async () => ({
    state: { moderatorsSeeAmounts: seeAmounts },
    data: { seeAmounts },
  }))
}

/** Mails a creator, in the transaction of the change that the email is about. */
async function mailCreator(
  { db, config: { secretsKey } }: ModeratorContext,
  creatorUid: string,
  contentFor: (name: string) => AccountEmail,
): Promise<void> {
  const creator = await findAccount(db, creatorUid)
  if (creator) await enqueueOwnerEmail({ db, secretsKey }, creator, contentFor(creator.displayName))
}

interface Entry {
  creatorUid: string
  actorUid: string
  kind: PanelActionKind
}

/** Makes a change and adds it to the list of actions, in one transaction. */
async function record(
  db: Db,
  entry: Entry,
  change: (trx: Trx) => Promise<{ state?: PanelStateChange; data?: object }>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await lockPanel(trx, entry.creatorUid)
    const { state = {}, data = {} } = await change(trx)
    const version = await updatePanel(trx, before, state)
    await insertPanelAction(trx, { ...entry, actionId: randomUUID(), data, version })
  })
}
