/** Requests for public data, log-in and log-out that `role-table.test.ts` sends as each role. */
import type { Creator } from '../../contract/entities.ts'
import { toGoalCode } from '../../contract/short-address.ts'
import type { ProofChallenge } from '../../contract/proof.ts'
import { changeManagedAccount } from '../../domain/admin/manage-account.ts'
import { solveProof } from '../../domain/security/solve-proof.fixture.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Attempt, Cases } from './case.fixture.ts'
import { equals, has, lacks, like } from './expectations.fixture.ts'
import { password } from './world.fixture.ts'
import type { World } from './world.fixture.ts'

/** The requests about the installation, log-in and log-out, and public creators and goals. */
export const publicCases = {
  'GET /api/v1/account/health': () => get('account/health', (body) => like(body, { status: 'ok' })),
  'GET /api/v1/account/site-settings': ({ ctx }) =>
    get('account/site-settings', (body) => like(body, { publicUrl: ctx.config.publicUrl })),
  'GET /api/v1/account/testimonial/getall': async ({ db }) => {
    const { uid } = await db
      .insertInto('testimonial')
      .values({ imageUrl: null, profileUrl: null })
      .returning('uid')
      .executeTakeFirstOrThrow()
    return get('account/testimonial/getall', (body) => has(body, { uid, imageUrl: null, profileUrl: null }))
  },
  'GET /api/v1/openapi.json': () => get('openapi.json', (body) => like(body, { openapi: '3.1.0' })),
  'GET /api/v1/tools/openapi.json': () =>
    get('tools/openapi.json', (body) => like(body, { openapi: '3.1.0' })),
  'GET /api/v1/asyncapi.json': () => get('asyncapi.json', (body) => like(body, { asyncapi: '3.0.0' })),

  'POST /api/v1/account/log-in': async (world, role) => {
    const before = world.accountOf(role)
    const had = before && (await countSessions(world, before.uid))
    return {
      ...post('account/log-in', { email: world.supporter.email, password }),
      async effect({ headers }) {
        const [cookie] = headers.getSetCookie()[0]?.split(';') ?? []
        const profile = await world.get('account/profile', cookie)
        like(profile.body, { uid: world.supporter.uid })
        const own = role === 'supporter' ? 1 : 0 // the log-in replaces the session that this browser had
        if (before) equals(await countSessions(world, before.uid), had! - 1 + own)
      },
    }
  },
  'POST /api/v1/account/log-in | with a wrong password': ({ supporter }) => ({
    ...post('account/log-in', { email: supporter.email, password: 'wrong-horse-1' }),
    marks: ['account_event'],
  }),
  'POST /api/v1/account/log-out': async (world, role) => {
    const own = world.accountOf(role)
    const had = await countSessions(world)
    return {
      ...post('account/log-out', {}),
      async effect({ headers }) {
        has(headers.getSetCookie()[0], 'brimful_session=;')
        equals(await countSessions(world), had - (own ? 1 : 0))
        if (own) equals(await countSessions(world, own.uid), 0)
      },
    }
  },

  'GET /api/v1/account/get_user_data_by_username': ({ creator }) =>
    get(`account/get_user_data_by_username?username=${creator.userName}`, (body) =>
      equals(body, { uid: creator.uid }),
    ),
  'GET /api/v1/account/creator-profile': ({ creator }) =>
    get(`account/creator-profile?username=${creator.userName}`, (body) => {
      like(body, { userName: creator.userName })
      lacks(JSON.stringify(body), creator.email)
    }),
  'GET /api/v1/account/creator-profile | of a supporter': ({ supporter }) =>
    get(`account/creator-profile?username=${supporter.userName}`),
  'GET /api/v1/account/get_creator_data': ({ creator }) =>
    get(`account/get_creator_data?creatorUID=${creator.uid}`, (body) => {
      like(body, { user_name: creator.userName })
      lacks(JSON.stringify(body), creator.email)
    }),
  'GET /api/v1/account/get_all_creators': (world) => listCreators(world, 'get_all_creators'),
  'GET /api/v1/account/get_all_creators_for_tags': (world) =>
    listCreators(world, 'get_all_creators_for_tags'),
  'GET /api/v1/account/get_all_creators_for_search': (world) =>
    listCreators(world, 'get_all_creators_for_search'),
  'GET /api/v1/account/featured-creators': async ({ db, ctx, creator, otherCreator }) => {
    const actor = { adminUid: null, reason: null }
    await changeManagedAccount({ db, secretsKey: ctx.config.secretsKey }, actor, {
      userName: creator.userName,
      change: 'feature',
    })
    return get('account/featured-creators', (body) => {
      const uids = (body as Creator[]).map(({ uid }) => uid)
      has(uids, creator.uid)
      lacks(uids, otherCreator.uid)
      lacks(JSON.stringify(body), creator.email)
    })
  },
  'GET /api/v1/goals/get_all_goals': ({ creator, goal }) =>
    get(`goals/get_all_goals?username=${creator.userName}`, (body) =>
      like(body, [{ goaluuid: goal.goaluuid }]),
    ),
  'GET /api/v1/goals/get_creator_leaderboard': ({ creator }) =>
    get(`goals/get_creator_leaderboard?username=${creator.userName}`, (body) =>
      like(body, { allTime: [{ name: 'Grace', amount: 5_00 }] }),
    ),

  'GET /api/v1/goals/supporter-card': ({ creator, supporter }) =>
    get(`goals/supporter-card?username=${creator.userName}&useruid=${supporter.uid}`, (body) => {
      like(body, { name: 'Grace', image: null, allTime: 5_00, place: 1 })
      lacks(JSON.stringify(body), supporter.email)
    }),

  'POST /api/v1/account/report': async (world, role) => {
    const { creator, goal, db } = world
    const details = `Seen by ${role}`
    const body = { username: creator.userName, goalId: goal.goaluuid, reason: 'fraud', details, contact: '' }
    const refused = await world.post('account/report', body)
    equals(refused.status, 428)
    const proof = await solveProof((refused.body as { challenge: ProofChallenge }).challenge)
    return {
      ...post('account/report', { ...body, proof }),
      async effect() {
        has(await db.selectFrom('abuseReport').select('details').execute(), { details })
        has(await db.selectFrom('abuseCase').select(['goalId', 'decision']).execute(), {
          goalId: goal.goaluuid,
          decision: null,
        })
      },
    }
  },

  'GET /readyz': () => ({ method: 'GET', path: '/readyz', effect: ({ body }) => equals(body, 'ready') }),
  'GET /robots.txt': () => ({
    method: 'GET',
    path: '/robots.txt',
    effect: async ({ body }) => has(body, 'Sitemap: '),
  }),
  'GET /sitemap.xml': () => ({
    method: 'GET',
    path: '/sitemap.xml',
    effect: async ({ body }) => has(body, '<urlset '),
  }),
  'GET /share/:userName/card.png': async (world) => {
    const { userName } = await findOldestGoal(world)
    return picture(`/share/${userName}/card.png`)
  },
  'GET /share/:userName/:goaluuid/card.png': async (world) => {
    const { userName, goaluuid } = await findOldestGoal(world)
    return picture(`/share/${userName}/${goaluuid}/card.png`)
  },

  'GET /c/:name/tip.txt': async (world) =>
    text(`/c/${(await findOldestGoal(world)).userName}/tip.txt`, 'Tip '),
  'GET /c/:name/goal.txt': async (world) =>
    text(`/c/${(await findOldestGoal(world)).userName}/goal.txt`, '/g/'),
  'GET /c/:name/top.txt': async (world) =>
    text(`/c/${(await findOldestGoal(world)).userName}/top.txt`, 'month'),
  'GET /g/:code': async (world) => {
    const { goaluuid } = await findOldestGoal(world)
    return { method: 'GET', path: `/g/${toGoalCode(goaluuid)}`, done: 302, effect: async () => {} }
  },

  'GET /streamalerts': () => page('/streamalerts', 'alerts'),
  'GET /overlay': () => page('/overlay', 'widgets'),
  'GET /{*path}': () => page('/account', 'web'),
} as const satisfies Partial<Cases<RouteCase>>

function text(path: string, part: string): Attempt {
  return { method: 'GET', path, effect: ({ body }) => equals(String(body).includes(part), true) }
}

/** Lists creators from this one on, because the list is limited, and the other rows have made many. */
function listCreators({ creator, supporter, admin }: World, call: string): Attempt {
  const cursor = creator.userName.slice(0, -1)
  return get(`account/${call}?uid=${creator.uid}&cursor=${cursor}`, (body) => {
    const listed = (body as Creator[]).map(({ uid }) => uid)
    has(listed, creator.uid)
    for (const { uid } of [supporter, admin]) lacks(listed, uid)
    lacks(JSON.stringify(body), '@')
  })
}

async function countSessions({ db }: World, uid?: string): Promise<number> {
  const all = db.selectFrom('session').select((eb) => eb.fn.countAll<number>().as('count'))
  const { count } = await (uid ? all.where('uid', '=', uid) : all).executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the goal whose picture every role requests, so that it is drawn only once: drawing starts a process. */
function findOldestGoal({ db }: World) {
  return db
    .selectFrom('goal')
    .innerJoin('account', 'account.uid', 'goal.creatorUid')
    .select(['userName', 'goaluuid'])
    .orderBy('goal.createdAt')
    .executeTakeFirstOrThrow()
}

function picture(path: string): Attempt {
  return {
    method: 'GET',
    path,
    effect: ({ headers }) => equals(headers.get('content-type'), 'image/png'),
  }
}

function page(path: string, marker: string): Attempt {
  return { method: 'GET', path, effect: ({ body }) => equals(body, `<title>${marker}</title>`) }
}
