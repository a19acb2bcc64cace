/** Requests for public data, log-in and log-out that `server/roles.test.ts` sends as each role. */
import type { ProofChallenge } from '../../contract/proof.ts'
import { endPeriodNow } from '../../db/goal-periods.fixture.ts'
import { solveProof } from '../../domain/security/solve-proof.fixture.ts'
import { get, post, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals, has, lacks, like } from '../roles/expectations.fixture.ts'

/** The requests about the installation, log-in and log-out, and public creators and goals. */
export const publicRows: Rows = {
  'GET goals/supporter-card': row({}, ({ creator, supporter }) =>
    get(`goals/supporter-card?username=${creator.userName}&useruid=${supporter.uid}`, (body) => {
      like(body, { name: 'Grace', image: null, allTime: 5_00, place: 1 })
      lacks(JSON.stringify(body), supporter.email)
    }),
  ),
  'GET goals/goal-periods': row({}, async ({ db, goal: { goalId } }) => {
    await endPeriodNow(db, goalId)
    return get(`goals/goal-periods?goaluuid=${goalId}`, (body) => {
      equals((body as unknown[]).length > 0, true)
    })
  }),
  'POST account/report': row({}, async (world, role) => {
    const { creator, goal, db } = world
    const details = `Seen by ${role}`
    const body = { username: creator.userName, goalId: goal.goalId, reason: 'fraud', details, contact: '' }
    const refused = await world.post('account/report', body)
    equals(refused.status, 428)
    const proof = await solveProof((refused.body as { challenge: ProofChallenge }).challenge)
    return {
      ...post('account/report', { ...body, proof }),
      async effect() {
        has(await db.selectFrom('abuseReport').select('details').execute(), { details })
        has(await db.selectFrom('abuseCase').select(['goalId', 'decision']).execute(), {
          goalId: goal.goalId,
          decision: null,
        })
      },
    }
  }),
}
