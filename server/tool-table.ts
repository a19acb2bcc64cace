/** The calls of creators' tools: their outcomes for the role table, with a session and with tokens, and their costs for the cost table. */
import { cost, toolRead, toolWrite } from './costs.ts'
import type { Cost } from './costs.ts'
import { creators, theGoalsCreator } from './outcomes.ts'
import type { Outcome, Outcomes } from './outcomes.ts'

const needsAlert = { ...creators, otherCreator: 404 } as const satisfies Outcomes
const needsPause = { ...creators, creator: 409 } as const satisfies Outcomes

/** They are part of `routeTable`. */
export const toolRoutes = {
  'GET /api/v1/tools/goals': creators,
  'GET /api/v1/tools/goal': theGoalsCreator,
  'GET /api/v1/tools/tips': creators,
  'GET /api/v1/tools/latest-tip': needsAlert,
  'GET /api/v1/tools/board': creators,
  'GET /api/v1/tools/panel': creators,
  'POST /api/v1/tools/panel': creators,
  'POST /api/v1/tools/panel | to pause what is paused': needsPause,
  'POST /api/v1/tools/panel | about the creator’s tip': theGoalsCreator,
  'GET /api/v1/tools/timers': creators,
  'GET /api/v1/tools/timer': theGoalsCreator,
  'POST /api/v1/tools/timer': theGoalsCreator,
  'POST /api/v1/tools/test-alert': creators,
} as const satisfies Record<string, Outcomes>

/**
 * The outcomes of each of these calls with a token of the creator. The session's cookie that the test sends with it does not count.
 * `smaller` has all scopes but that of the call.
 */
export const tokenOutcomes = {
  valid: 'done',
  smaller: 403,
  revoked: 401,
  expired: 401,
} as const satisfies Record<string, Outcome>
export type TokenKind = keyof typeof tokenOutcomes

/** They are part of `costTable`. */
export const toolCosts = {
  'GET /api/v1/tools/goals': toolRead,
  'GET /api/v1/tools/goal': toolRead,
  'GET /api/v1/tools/tips': toolRead,
  'GET /api/v1/tools/latest-tip': toolRead,
  'GET /api/v1/tools/board': toolRead,
  'GET /api/v1/tools/panel': cost('up to 1,000 rows by index', 'account tool'),
  'POST /api/v1/tools/panel': cost(
    'a row for good, and a message to the creator’s overlays and panels',
    'account tool',
    'account panel',
  ),
  'GET /api/v1/tools/timers': toolRead,
  'GET /api/v1/tools/timer': toolRead,
  'POST /api/v1/tools/timer': cost(
    'a row for good, and a read of all entries of one own timer, which has one for each tip',
    'account tool',
  ),
  'POST /api/v1/tools/test-alert': toolWrite,
} as const satisfies Record<string, Cost>
