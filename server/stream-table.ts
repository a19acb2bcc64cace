/** The routes of what a creator's stream plays: their outcomes for the role table, and their costs for the cost table. */
import { cost, ownRead, ownWrite, removal, upload } from './costs.ts'
import type { Cost } from './costs.ts'
import { creators, everybody, theGoalsCreator } from './outcomes.ts'
import type { Outcomes } from './outcomes.ts'

/** They are part of `routeTable`. */
export const streamRoutes = {
  'GET /api/v1/account/sound-settings': creators,
  'POST /api/v1/account/save-alert-sound': creators,
  'POST /api/v1/account/save-alert-sound | with the creator’s': theGoalsCreator,
  'POST /api/v1/account/upload-sound': creators,
  'POST /api/v1/account/upload-sound | that is none': { ...creators, creator: 415, otherCreator: 415 },
  'POST /api/v1/account/delete-sound': theGoalsCreator,
  'GET /api/v1/account/speech-settings': creators,
  'POST /api/v1/account/save-speech-settings': creators,
  'GET /api/v1/account/speech-sample': creators,
  'GET /api/v1/account/alert-style': creators,
  'POST /api/v1/account/save-alert-draft': creators,
  'POST /api/v1/account/save-alert-draft | with another’s picture': {
    ...creators,
    creator: 404,
    otherCreator: 404,
  },
  'POST /api/v1/account/publish-alert-style': creators,
  'GET /api/v1/account/alert-samples': creators,
  'GET /api/v1/account/widget-samples': creators,
  'GET /api/v1/account/alert-pictures': creators,
  'POST /api/v1/account/upload-alert-picture': creators,
  'POST /api/v1/account/upload-alert-picture | that is none': {
    ...creators,
    creator: 415,
    otherCreator: 415,
  },
  'POST /api/v1/account/delete-alert-picture': theGoalsCreator,
  'GET /api/v1/goals/stream-total': creators,
  'POST /api/v1/goals/start-stream-total': creators,
  'GET /sounds/:name': everybody,
  'GET /speech/:token': everybody, // the address is the authorisation
} as const satisfies Record<string, Outcomes>

/** They are part of `costTable`. */
export const streamCosts = {
  'GET /api/v1/account/sound-settings': ownRead,
  'POST /api/v1/account/save-alert-sound': ownWrite,
  'POST /api/v1/account/upload-sound': cost(
    'up to 500 KB, read once without decoding',
    'account upload',
    'account upload-try',
    'account upload-net',
  ),
  'POST /api/v1/account/delete-sound': removal,
  'GET /api/v1/account/speech-settings': ownRead,
  'POST /api/v1/account/save-speech-settings': ownWrite,
  'GET /api/v1/account/speech-sample': cost(
    'a file; the first time a call to Google',
    'account provider-call',
  ),
  'GET /api/v1/account/alert-style': ownRead,
  'POST /api/v1/account/save-alert-draft': ownWrite,
  'POST /api/v1/account/publish-alert-style': ownWrite,
  'GET /api/v1/account/alert-samples': ownRead,
  'GET /api/v1/account/widget-samples': ownRead,
  'GET /api/v1/account/alert-pictures': ownRead,
  'POST /api/v1/account/upload-alert-picture': upload,
  'POST /api/v1/account/delete-alert-picture': removal,
  'GET /api/v1/goals/stream-total': ownRead,
  'POST /api/v1/goals/start-stream-total': ownWrite,
  'GET /sounds/:name': cost('one read by key, and a file'),
  'GET /speech/:token': cost('one read by key, and a file'),
} as const satisfies Record<string, Cost>
