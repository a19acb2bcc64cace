/** Requests for the control panel that `server/roles.test.ts` sends as each role. All of them are about the creator's panel. */
import { randomUUID } from 'node:crypto'
import { saveOverlayPresence } from '../../db/queries/alerts/overlay-presence.ts'
import { openConfirmedSession } from '../../domain/accounts/session.fixture.ts'
import { inviteModerator, readModerators } from '../../domain/panel/moderators.ts'
import { readReviewRules } from '../../domain/panel/review-rules.ts'
import { get, owned, post, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals, has, like } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

const rules = { all: true, first: false, messages: false, from: null, onWords: false }

/** Makes a link of the creator and returns its token. */
const openInvite = async ({ ctx, creator }: World) =>
  inviteModerator(ctx, await openConfirmedSession(ctx.db, creator.uid))

async function openInviteId(world: World): Promise<string> {
  await openInvite(world)
  return (await readModerators(world.db, world.creator.uid)).invites[0]!.id
}

const moderatorsOf = async ({ db, creator }: World) =>
  (await readModerators(db, creator.uid)).moderators.map(({ moderatorUid }) => moderatorUid)

export const panelRows: Rows = {
  'POST goals/change-panel | with the rules of the review': row({ moderator: 403 }, (world) => ({
    ...post('goals/change-panel', {
      creatorUid: world.creator.uid,
      actionId: randomUUID(),
      change: { kind: 'review', rules },
    }),
    effect: async () => equals(await readReviewRules(world.db, world.creator.uid), rules),
  })),
  'GET goals/panel-alert-box': row({}, async ({ db, creator }) => {
    const overlay = { creatorUid: creator.uid, overlayId: randomUUID(), isOpen: true } as const
    await saveOverlayPresence(db, randomUUID(), [{ ...overlay, state: 'program', audio: 'unknown' }])
    return get(`goals/panel-alert-box?creatorUid=${creator.uid}`, (body) => equals(body, { isOpen: true }))
  }),
  'GET goals/panel-actions-file': row({}, async (world, role) => {
    await openInvite(world)
    return get('goals/panel-actions-file', (body) => {
      has(body, 'Time (UTC),Who,Tool,What')
      equals(String(body).includes(',invite,'), role === 'creator')
    })
  }),
  'GET goals/moderators': row({}, (world, role) =>
    get('goals/moderators', (body) =>
      like(body, { moderators: role === 'creator' ? [{ moderatorUid: world.moderator.uid }] : [] }),
    ),
  ),
  'POST goals/withdraw-invite': row(owned, async (world) => ({
    ...post('goals/withdraw-invite', { id: await openInviteId(world) }),
    effect: async () => equals((await readModerators(world.db, world.creator.uid)).invites, []),
  })),
  'POST goals/remove-moderator': row(owned, (world) => ({
    ...post('goals/remove-moderator', { moderatorUid: world.moderator.uid }),
    effect: async () => equals(await moderatorsOf(world), []),
  })),
  'POST goals/show-amounts': row({}, (world, role) => ({
    ...post('goals/show-amounts', { seeAmounts: true }),
    effect: async () => like(await readModerators(world.db, world.uidOf(role)), { seeAmounts: true }),
  })),
  'POST goals/accept-invite': row({ creator: 403 }, async (world, role) => ({
    ...post('goals/accept-invite', { token: await openInvite(world) }),
    async effect() {
      has(JSON.stringify(await moderatorsOf(world)), world.uidOf(role))
      equals((await readModerators(world.db, world.creator.uid)).invites, [])
    },
  })),
  'GET goals/moderated-creators': row({}, (world, role) =>
    get('goals/moderated-creators', (body) =>
      like(body, { creators: role === 'moderator' ? [{ creatorUid: world.creator.uid }] : [] }),
    ),
  ),
  'POST goals/leave-moderation': row(
    { supporter: 404, creator: 404, otherCreator: 404, admin: 404 },
    (world) => ({
      ...post('goals/leave-moderation', { creatorUid: world.creator.uid }),
      effect: async () => equals(await moderatorsOf(world), []),
    }),
  ),
}
