import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PanelChange } from '../../contract/panel/panel.ts'
import { listAccountMails } from '../../db/account-mails.fixture.ts'
import { storeAlert } from '../../db/alerts.fixture.ts'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import type { Db } from '../../db/connection.ts'
import { beginAlert, claimActiveOverlays } from '../../db/queries/alerts/active-overlays.ts'
import { listChatLog } from '../../db/queries/chat/chat-log.ts'
import { listGivenUpDeliveries } from '../../db/queries/admin/failed-items.ts'
import { readDeliveryFigures } from '../../db/queries/admin/figures.ts'
import { findPanelAccess, insertModerator } from '../../db/queries/panel/moderators.ts'
import { listPendingChats, listPendingMessages } from '../../db/queries/chat/pending-messages.ts'
import { readControl } from '../../db/queries/panel/panel.ts'
import { openConfirmedSession } from '../accounts/session.fixture.ts'
import { captureTip } from '../payments/ledger/ledger.fixture.ts'
import { makeSecretKeys } from '../config/secret-keys.fixture.ts'
import { toChatLogEntry } from '../chat/to-chat-log.ts'
import { openAccountEmail } from '../mail/enqueue-account-email.ts'
import { changePanel } from './change-panel.ts'
import {
  acceptInvite,
  inviteModerator,
  readModerators,
  removeModerator,
  withdrawInvite,
} from './moderators.ts'
import { readPanelActions } from './read-actions.ts'
import { readPanelState, readPanelTips } from './read-panel.ts'

const secretsKey = makeSecretKeys()
const mailing = (db: Db) => ({ db, config: { secretsKey } })
const makeLink = async (db: Db, uid: string) =>
  inviteModerator(mailing(db), await openConfirmedSession(db, uid))
const owner = (creatorUid: string) => ({ creatorUid, isOwner: true })

async function openPanel() {
  const test = await createTestDb()
  const { db } = test
  const { uid } = await buildCreator(db)
  const published: string[] = []
  const ctx = {
    db,
    publish: (jobs: readonly { eventId: string }[]) => published.push(...jobs.map((job) => job.eventId)),
  }
  async function act(change: PanelChange, actionId: string = randomUUID(), actorUid = uid): Promise<string> {
    await changePanel(ctx, { creatorUid: uid, actionId, actorUid, isOwner: actorUid === uid, change })
    return actionId
  }
  const undo = (actionId: string) => act({ kind: 'undo', actionId })
  const statuses = async () => (await readPanelTips(db, uid)).map(({ status }) => status)
  return { ...test, uid, act, undo, statuses, published, control: () => readControl(db, uid) }
}

const overlayId = randomUUID()

/** Lets an overlay be open that reports what it shows. */
async function openOverlay(db: Db, creatorUid: string): Promise<void> {
  await claimActiveOverlays(db, [{ creatorUid, overlayId, rank: 1 }], 60_000)
}

/** Stores the alert of a captured tip, as the fan-out does. Returns its `seq`. */
async function alertOf(db: Db, creatorUid: string, { jobs }: Captured): Promise<number> {
  const [{ eventId, captured }] = jobs as [Captured['jobs'][number]]
  return (await storeAlert(db, creatorUid, eventId, captured!.alert))!.seq
}
type Captured = Awaited<ReturnType<typeof captureTip>>

test('an action that is repeated with its id changes nothing, and another one that changes nothing is refused', async () => {
  await using panel = await openPanel()
  const id = await panel.act({ kind: 'pause' })
  await panel.act({ kind: 'pause' }, id)

  await expect(panel.act({ kind: 'pause' })).rejects.toMatchObject({ code: 'panel_changed' })

  expect(await panel.control()).toMatchObject({ version: 2, isPaused: true })
  expect((await readPanelActions(panel.db, owner(panel.uid), 0)).actions).toMatchObject([{ kind: 'pause' }])
})

test('actions are undone once, as far as they can be', async () => {
  await using panel = await openPanel()
  const pause = await panel.act({ kind: 'pause' })
  await panel.undo(pause)

  expect(await panel.control()).toMatchObject({ isPaused: false })
  await expect(panel.undo(pause)).rejects.toMatchObject({ code: 'panel_changed' })
  const mute = await panel.act({ kind: 'mute' })
  await panel.act({ kind: 'unmute' })
  await expect(panel.undo(mute)).rejects.toMatchObject({ code: 'panel_changed' })
  const { actions } = await readPanelActions(panel.db, owner(panel.uid), 0)
  expect(actions.map(({ kind, undoes, isUndone }) => [kind, undoes, isUndone])).toEqual([
    ['unmute', null, false],
    ['mute', null, false],
    ['undo', 'pause', false],
    ['pause', null, true],
  ])
})

test('an action of another creator cannot be undone, nor a tip of another creator touched', async () => {
  await using panel = await openPanel()
  const other = await buildCreator(panel.db)
  const { tipId } = await captureTip(panel.db, other.uid, {})
  const ctx = { db: panel.db, publish: () => {} }
  const actionId = randomUUID()
  await changePanel(ctx, {
    creatorUid: other.uid,
    actionId,
    actorUid: other.uid,
    isOwner: true,
    change: { kind: 'pause' },
  })

  await expect(panel.undo(actionId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(panel.act({ kind: 'mute' }, actionId)).rejects.toMatchObject({ code: 'not_found' })
  for (const kind of ['hide', 'replay', 'approve', 'deny', 'block', 'skip'] as const)
    await expect(panel.act({ kind, tipId })).rejects.toMatchObject({ code: 'not_found' })
})

test('a skipped tip is told to overlays until it is undone; one that is hidden leaves the boards', async () => {
  await using panel = await openPanel()
  const { db, uid } = panel
  const first = await captureTip(db, uid, { supporterName: 'Ada' })
  const seq = await alertOf(db, uid, first)

  const skip = await panel.act({ kind: 'skip', tipId: first.tipId })
  expect(await panel.control()).toMatchObject({ skipped: [seq] })
  expect(await panel.statuses()).toEqual(['skipped'])
  await panel.undo(skip)
  expect(await panel.control()).toMatchObject({ skipped: [] })

  const hide = await panel.act({ kind: 'hide', tipId: first.tipId })
  expect(await panel.statuses()).toEqual(['hidden'])
  expect(await panel.control()).toMatchObject({ skipped: [seq] })
  await panel.undo(hide)
  expect(await panel.statuses()).toEqual(['sent'])
})

test('a skip without a tip tells pages that report nothing to end what they show, and is refused if a page reports nothing on screen', async () => {
  await using panel = await openPanel()
  const { db, uid } = panel
  await panel.act({ kind: 'mute' })
  const skip = await panel.act({ kind: 'skip', tipId: null })

  expect(await panel.control()).toMatchObject({ version: 3, skipVersion: 3, skipped: [] })
  await expect(panel.undo(skip)).rejects.toMatchObject({ code: 'panel_changed' })
  await openOverlay(db, uid)
  await expect(panel.act({ kind: 'skip', tipId: null })).rejects.toMatchObject({ code: 'panel_changed' })
})

test('what the list offers to undo can be undone, and nothing else', async () => {
  await using panel = await openPanel()
  const { db, uid, act } = panel
  const [shown, waiting, denied] = [
    await captureTip(db, uid, {}),
    await captureTip(db, uid, {}),
    await captureTip(db, uid, {}),
  ]
  const [shownSeq] = [
    await alertOf(db, uid, shown),
    await alertOf(db, uid, waiting),
    await alertOf(db, uid, denied),
  ]
  await openOverlay(db, uid)
  await beginAlert(db, uid, { seq: shownSeq, overlayId })
  const ids = {
    skip: await act({ kind: 'skip', tipId: null }),
    skipWaiting: await act({ kind: 'skip', tipId: waiting.tipId }),
    hide: await act({ kind: 'hide', tipId: denied.tipId }),
    block: await act({ kind: 'block', tipId: denied.tipId }),
    pause: await act({ kind: 'pause' }),
    resume: await act({ kind: 'resume' }),
    mute: await act({ kind: 'mute' }),
  }
  const waitingTip = async () => {
    const tip = await captureTip(db, uid, {})
    await alertOf(db, uid, tip)
    return tip
  }
  const offered = async () => {
    const { actions } = await readPanelActions(db, owner(uid), 0)
    const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
    return actions.filter(({ canUndo }) => canUndo).map(({ actionId }) => names.get(actionId))
  }
  expect(await offered()).toEqual(['mute', 'resume', 'block', 'hide'])

  for (const name of ['skip', 'skipWaiting', 'pause'] as const)
    await expect(panel.undo(ids[name])).rejects.toMatchObject({ code: 'panel_changed' })
  for (const name of ['mute', 'block', 'hide', 'resume'] as const) await panel.undo(ids[name])
  expect(await offered()).toEqual(['pause'])

  const skipLater = await act({ kind: 'skip', tipId: (await waitingTip()).tipId })
  const { undoable } = await readPanelState(db, (await findPanelAccess(db, uid, uid))!)
  expect(undoable).toEqual([skipLater, ids.pause])
  await panel.undo(skipLater)
})

test('the rules of the review hold tips; approving one publishes it, denying one does not and can be undone', async () => {
  await using panel = await openPanel()
  const { db, uid } = panel
  const rules = { all: false, first: false, messages: true, from: null, onWords: false }
  const review = await panel.act({ kind: 'review', rules })
  const worded = await captureTip(db, uid, { message: 'Hello' })
  const secret = await captureTip(db, uid, { message: 'Hello', isPrivate: true })
  expect(await panel.statuses()).toEqual(['waiting', 'held'])

  const deny = await panel.act({ kind: 'deny', tipId: worded.tipId })
  expect(await panel.statuses()).toEqual(['waiting', 'denied'])
  await panel.undo(deny)
  expect(panel.published).toEqual([])
  await panel.act({ kind: 'approve', tipId: worded.tipId })
  expect(panel.published).toHaveLength(1)
  await expect(panel.act({ kind: 'approve', tipId: secret.tipId })).rejects.toMatchObject({
    code: 'panel_changed',
  })

  await panel.undo(review)
  await captureTip(db, uid, { message: 'Hello' })
  expect((await panel.statuses())[0]).toBe('waiting')
})

test.each([
  [{ all: true }, ['held', 'held', 'held']],
  [{ first: true }, ['held', 'waiting', 'held']],
  [{ from: 700 }, ['held', 'waiting', 'waiting']],
])(
  'with the rules %j the tips of a known, a new and an anonymous supporter are %j',
  async (some, expected) => {
    await using panel = await openPanel()
    const { db, uid } = panel
    const known = (await buildSupporter(db)).uid
    await captureTip(db, uid, { supporterUid: known })
    const none = { all: false, first: false, messages: false, from: null, onWords: false }
    await panel.act({ kind: 'review', rules: { ...none, ...some } })

    await captureTip(db, uid, { supporterUid: null })
    await captureTip(db, uid, { supporterUid: known })
    await captureTip(db, uid, { supporterUid: (await buildSupporter(db)).uid, amountMinor: 700 })

    expect((await panel.statuses()).slice(0, 3)).toEqual(expected)
  },
)

test('a panic holds the chats; its end posts what waited, or drops it, which is no failure for the operator', async () => {
  await using panel = await openPanel()
  const { db, uid } = panel
  const tip = await captureTip(db, uid, {})
  const delivery = { eventId: tip.eventIds[0]!, destination: 'chat-twitch', creatorUid: uid } as const
  await db.insertInto('delivery').values(delivery).execute()
  await alertOf(db, uid, tip)
  const due = async () => {
    const chats = await listPendingChats(db, 'chat-twitch', { after: nilUid, limit: 10 })
    return [chats.length, (await listPendingMessages(db, 'chat-twitch', uid)).length]
  }
  expect(await due()).toEqual([1, 1])

  await panel.act({ kind: 'panic' })
  expect(await due()).toEqual([0, 0])
  await panel.act({ kind: 'end-panic', waiting: 'play' })
  expect(await due()).toEqual([1, 1])
  expect(await panel.control()).toMatchObject({ droppedSeq: 0, isPanic: false })

  await panel.act({ kind: 'panic' })
  await panel.act({ kind: 'end-panic', waiting: 'drop' })
  expect(await due()).toEqual([0, 0])
  expect(await panel.control()).toMatchObject({ droppedSeq: 1, isPanic: false })
  expect(await panel.statuses()).toEqual(['skipped'])
  const left = await db
    .selectFrom('delivery')
    .select(['status', 'reason'])
    .where('destination', '=', 'chat-twitch')
    .execute()
  expect(left).toEqual([{ status: 'expired', reason: 'panic' }])
  expect(await listGivenUpDeliveries(db, ['chat-twitch'], 10)).toEqual([])
  expect(await readDeliveryFigures(db, ['chat-twitch'])).toMatchObject([{ open: 0, gaveUp: 0 }])
  expect((await listChatLog(db, uid, 10)).map(toChatLogEntry)).toMatchObject([
    { end: 'refused', reason: 'dropped' },
  ])
})

const nilUid = '00000000-0000-0000-0000-000000000000'

test('a link makes one person a moderator, who sees no amounts and no private text, and can be removed', async () => {
  await using panel = await openPanel()
  const { db, uid } = panel
  const [person, other] = [await buildSupporter(db), await buildSupporter(db)]
  await captureTip(db, uid, { message: 'for the creator alone', isPrivate: true })
  const token = await makeLink(db, uid)

  await expect(acceptInvite(mailing(db), uid, token)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await acceptInvite(mailing(db), person.uid, token)).toMatchObject({ creatorUid: uid })
  await expect(acceptInvite(mailing(db), other.uid, token)).rejects.toMatchObject({ code: 'link_expired' })

  const access = (await findPanelAccess(db, uid, person.uid))!
  expect(access).toMatchObject({ isOwner: false, seesAmounts: false })
  expect(await readPanelState(db, access)).toMatchObject({ review: null, moderatorsSeeAmounts: null })
  expect(JSON.stringify(await readPanelTips(db, uid))).not.toContain('for the creator alone')
  await removeModerator(db, uid, person.uid, uid)
  expect(await findPanelAccess(db, uid, person.uid)).toBeUndefined()
  await makeLink(db, uid)
  const { invites } = await readModerators(db, uid)
  await withdrawInvite(db, uid, invites[0]!.id)
  await expect(withdrawInvite(db, uid, invites[0]!.id)).rejects.toMatchObject({ code: 'not_found' })
  const { actions } = await readPanelActions(db, owner(uid), 0)
  expect(actions.map(({ kind, isOwner }) => [kind, isOwner])).toEqual([
    ['withdraw', true],
    ['invite', true],
    ['remove', true],
    ['join', false],
    ['invite', true],
  ])
})

test('the creator is mailed when a link is made and when somebody has used it, once', async () => {
  await using panel = await openPanel()
  const { db, uid } = panel
  const { uid: person } = await buildSupporter(db, { userName: 'wren' })
  const links = [await makeLink(db, uid), await makeLink(db, uid)]
  for (const link of links) await acceptInvite(mailing(db), person, link)

  const rows = await listAccountMails(db)
  const { email } = await db
    .selectFrom('account')
    .select('email')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  expect(new Set(rows.map((row) => row.email))).toEqual(new Set([email]))
  expect(rows.map((row) => openAccountEmail(secretsKey, row))).toMatchObject([
    { kind: 'moderator-invited' },
    { kind: 'moderator-invited' },
    { kind: 'moderator-joined', userName: 'wren' },
  ])
})

test('a link that has expired makes nobody a moderator', async () => {
  await using panel = await openPanel()
  const { db, uid } = panel
  const token = await makeLink(db, uid)
  const past = { createdAt: new Date(0), expiresAt: new Date(1) }
  await db.updateTable('moderatorInvite').set(past).execute()

  const { uid: person } = await buildSupporter(db)
  await expect(acceptInvite(mailing(db), person, token)).rejects.toMatchObject({ code: 'link_expired' })
})

test('only the creator changes the rules of the review, but a moderator may do the rest', async () => {
  await using panel = await openPanel()
  const { uid: moderatorUid } = await buildSupporter(panel.db)
  await panel.db.transaction().execute((trx) => insertModerator(trx, panel.uid, moderatorUid))
  const rules = { all: true, first: false, messages: false, from: null, onWords: false }

  await expect(panel.act({ kind: 'review', rules }, randomUUID(), moderatorUid)).rejects.toMatchObject({
    code: 'forbidden',
  })
  await panel.act({ kind: 'panic' }, randomUUID(), moderatorUid)
  expect(await panel.control()).toMatchObject({ isPanic: true })
})
