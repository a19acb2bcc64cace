/** The routes of the control panel: their outcomes for the role table, and their costs for the cost table. */
import { cost, ownRead, ownWrite } from './costs.ts'
import type { Cost } from './costs.ts'
import { creators, panelUsers, signedIn, theGoalsCreator } from './outcomes.ts'
import type { Outcomes } from './outcomes.ts'

const byLink = { ...signedIn, creator: 403 } as const satisfies Outcomes

/** They are part of `routeTable`. */
export const panelRoutes = {
  'GET /api/v1/goals/panel': panelUsers,
  'POST /api/v1/goals/change-panel': panelUsers,
  'POST /api/v1/goals/change-panel | with the rules of the review': { ...panelUsers, moderator: 403 },
  'GET /api/v1/goals/panel-actions': panelUsers,
  'GET /api/v1/goals/panel-actions-file': creators,
  'GET /api/v1/goals/moderators': creators,
  'POST /api/v1/goals/invite-moderator': creators,
  'POST /api/v1/goals/withdraw-invite': theGoalsCreator,
  'POST /api/v1/goals/remove-moderator': theGoalsCreator,
  'POST /api/v1/goals/show-amounts': creators,
  'POST /api/v1/goals/accept-invite': byLink, // nobody moderates for herself
  'POST /api/v1/goals/accept-invite | that was used': {
    stranger: 401,
    supporter: 410,
    moderator: 410,
    creator: 410,
    otherCreator: 410,
    admin: 410,
  },
  'GET /api/v1/goals/moderated-creators': signedIn,
  'POST /api/v1/goals/leave-moderation': {
    stranger: 401,
    supporter: 404,
    moderator: 'done',
    creator: 404,
    otherCreator: 404,
    admin: 404,
  },
} as const satisfies Record<string, Outcomes>

const panelRead = cost('the latest 600 tips of a creator with their alerts, by index')

/** They are part of `costTable`. */
export const panelCosts = {
  'GET /api/v1/goals/panel': panelRead,
  'POST /api/v1/goals/change-panel': cost(
    'a row for good, and a message to the creator’s overlays and panels',
    'account panel',
  ),
  'GET /api/v1/goals/panel-actions': ownRead,
  'GET /api/v1/goals/panel-actions-file': cost('all actions of the own panel, a thousand at a time'),
  'GET /api/v1/goals/moderators': ownRead,
  'POST /api/v1/goals/invite-moderator': ownWrite,
  'POST /api/v1/goals/withdraw-invite': ownWrite,
  'POST /api/v1/goals/remove-moderator': ownWrite,
  'POST /api/v1/goals/show-amounts': ownWrite,
  'POST /api/v1/goals/accept-invite': ownWrite,
  'GET /api/v1/goals/moderated-creators': ownRead,
  'POST /api/v1/goals/leave-moderation': ownWrite,
} as const satisfies Record<string, Cost>
