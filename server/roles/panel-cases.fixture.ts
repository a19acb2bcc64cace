/** Requests for the control panel that `role-table.test.ts` sends as each role. All of them are about the creator's panel. */
import { randomUUID } from 'node:crypto'
import { openConfirmedSession } from '../../domain/accounts/session.fixture.ts'
import { acceptInvite, inviteModerator, readModerators } from '../../domain/panel/moderators.ts'
import { readReviewRules } from '../../domain/panel/review-rules.ts'
import { buildSupporter } from '../../db/builders.fixture.ts'
import { readControl } from '../../db/queries/panel.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, has, lacks, like } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'
import { privateMessage } from './world.fixture.ts'

const pause = { kind: 'pause' } as const
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

export const panelCases = {
  'GET /api/v1/goals/panel': (world, role) =>
    get(`goals/panel?creatorUid=${world.creator.uid}`, (body) => {
      const amount = role === 'creator' ? 500 : null
      like(body, {
        panel: { creatorUid: world.creator.uid, isOwner: role === 'creator', isPaused: false },
        tips: [{ name: 'Grace', message: null, hasPrivateMessage: true, amount }],
      })
      lacks(JSON.stringify(body), privateMessage)
    }),
  'POST /api/v1/goals/change-panel': (world, role) => ({
    ...post('goals/change-panel', { creatorUid: world.creator.uid, actionId: randomUUID(), change: pause }),
    async effect({ body }) {
      like(body, { panel: { isPaused: true, version: 2 } })
      like(await readControl(world.db, world.creator.uid), { isPaused: true })
      const actions = world.db.selectFrom('panelAction').select(['kind', 'actorUid'])
      const own = actions.where('creatorUid', '=', world.creator.uid)
      equals(await own.execute(), [{ kind: 'pause', actorUid: world.accountOf(role)!.uid }])
    },
  }),
  'POST /api/v1/goals/change-panel | with the rules of the review': (world) => ({
    ...post('goals/change-panel', {
      creatorUid: world.creator.uid,
      actionId: randomUUID(),
      change: { kind: 'review', rules },
    }),
    effect: async () => equals(await readReviewRules(world.db, world.creator.uid), rules),
  }),
  'GET /api/v1/goals/panel-actions': async (world) => {
    await openInvite(world)
    return get(`goals/panel-actions?creatorUid=${world.creator.uid}`, (body) =>
      like(body, { actions: [{ kind: 'invite', isOwner: true, isUndone: false }], hasMore: false }),
    )
  },
  'GET /api/v1/goals/panel-actions-file': async (world, role) => {
    await openInvite(world)
    return get('goals/panel-actions-file', (body) => {
      has(body, 'Time (UTC),Who,Tool,What')
      equals(String(body).includes(',invite,'), role === 'creator')
    })
  },
  'GET /api/v1/goals/moderators': (world, role) =>
    get('goals/moderators', (body) =>
      like(body, { moderators: role === 'creator' ? [{ moderatorUid: world.moderator.uid }] : [] }),
    ),
  'POST /api/v1/goals/invite-moderator': (world, role) => ({
    ...post('goals/invite-moderator', {}),
    async effect({ body }) {
      const { token } = body as { token: string }
      const guest = await buildSupporter(world.db)
      like(await acceptInvite(world.ctx, guest.uid, token), { creatorUid: world.uidOf(role) })
    },
  }),
  'POST /api/v1/goals/withdraw-invite': async (world) => ({
    ...post('goals/withdraw-invite', { id: await openInviteId(world) }),
    effect: async () => equals((await readModerators(world.db, world.creator.uid)).invites, []),
  }),
  'POST /api/v1/goals/remove-moderator': (world) => ({
    ...post('goals/remove-moderator', { moderatorUid: world.moderator.uid }),
    effect: async () => equals(await moderatorsOf(world), []),
  }),
  'POST /api/v1/goals/show-amounts': (world, role) => ({
    ...post('goals/show-amounts', { seeAmounts: true }),
    effect: async () => like(await readModerators(world.db, world.uidOf(role)), { seeAmounts: true }),
  }),
  'POST /api/v1/goals/accept-invite': async (world, role) => ({
    ...post('goals/accept-invite', { token: await openInvite(world) }),
    async effect() {
      has(JSON.stringify(await moderatorsOf(world)), world.uidOf(role))
      equals((await readModerators(world.db, world.creator.uid)).invites, [])
    },
  }),
  'POST /api/v1/goals/accept-invite | that was used': async (world) => {
    const token = await openInvite(world)
    await acceptInvite(world.ctx, (await buildSupporter(world.db)).uid, token)
    return post('goals/accept-invite', { token })
  },
  'GET /api/v1/goals/moderated-creators': (world, role) =>
    get('goals/moderated-creators', (body) =>
      like(body, { creators: role === 'moderator' ? [{ creatorUid: world.creator.uid }] : [] }),
    ),
  'POST /api/v1/goals/leave-moderation': (world) => ({
    ...post('goals/leave-moderation', { creatorUid: world.creator.uid }),
    effect: async () => equals(await moderatorsOf(world), []),
  }),
} as const satisfies Partial<Cases<RouteCase>>
