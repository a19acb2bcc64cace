/** Calls of the control panel: its state and feed, actions, the list of actions, and moderators. */
import * as z from 'zod/mini'
import { creatorCall, moderatorCall, signedInCall } from '../call.ts'
import { csvQuery } from '../csv-form.ts'
import { isoTime, uid } from '../entities.ts'
import { panelAction, panelChange, panelShow, panelState, panelTip } from './panel.ts'

/** Whose panel it is. Without it, the viewer's own. */
const creator = { creatorUid: z.optional(uid) }

export const getPanel = moderatorCall.get('goals/panel', {
  summary: 'The state of a creator’s control panel, and the latest tips with what became of each.',
  costs: 'the latest 600 tips and 200 show events of a creator with their alerts, by index',
  query: z.object(creator),
  response: z.object({ panel: panelState, tips: z.array(panelTip), shows: z.array(panelShow) }),
})

export const getPanelAlertBox = moderatorCall.get('goals/panel-alert-box', {
  summary: 'Whether an alert box of a creator is open, for everybody who may use the control panel.',
  query: z.object(creator),
  response: z.object({ isOpen: z.boolean() }),
})

export const changePanel = moderatorCall.post('goals/change-panel', {
  summary:
    'Does one thing in the control panel, such as pausing alerts or skipping one. A request that is repeated with the same `actionId` changes nothing.',
  costs: 'a row for good, and a message to the creator’s overlays and panels',
  limits: ['account panel'],
  body: z.object({ ...creator, actionId: z.uuid(), change: panelChange }),
  response: z.object({ panel: panelState }),
})

export const getPanelActions = moderatorCall.get('goals/panel-actions', {
  summary: 'What was done in a creator’s control panel, latest first, fifty at a time.',
  query: z.object({ ...creator, page: z.optional(z.string().check(z.regex(/^\d{1,4}$/))) }),
  response: z.object({ actions: z.array(panelAction), hasMore: z.boolean() }),
})

export const downloadPanelActions = creatorCall.get('goals/panel-actions-file', {
  summary: 'What was done in the signed-in creator’s control panel as a CSV file, oldest first.',
  costs: 'all actions of the own panel, a thousand at a time',
  query: z.object(csvQuery),
  download: 'text/csv',
})

export const moderator = z.object({
  moderatorUid: z.uuid(),
  name: z.string(),
  userName: z.string(),
  since: isoTime,
})
export type Moderator = z.output<typeof moderator>

const moderators = z.object({
  moderators: z.array(moderator),
  /** The links that nobody has used yet. */
  invites: z.array(z.object({ id: z.uuid(), expiresAt: isoTime })),
  seeAmounts: z.boolean(),
})
export type Moderators = z.output<typeof moderators>

export const getModerators = creatorCall.get('goals/moderators', {
  summary: 'Who moderates for the signed-in creator, and the links that nobody has used.',
  response: moderators,
})

export const inviteModerator = creatorCall.post('goals/invite-moderator', {
  summary: 'Makes a link that makes one person a moderator. It works once, for a day, and is shown once.',
  response: z.object({ ...moderators.shape, token: z.string() }),
})

export const withdrawInvite = creatorCall.post('goals/withdraw-invite', {
  summary: 'Withdraws a link that nobody has used.',
  body: z.object({ id: z.uuid() }),
  response: moderators,
})

export const removeModerator = creatorCall.post('goals/remove-moderator', {
  summary: 'Removes a moderator at once; open panels of this person are closed.',
  body: z.object({ moderatorUid: z.uuid() }),
  response: moderators,
})

export const showAmounts = creatorCall.post('goals/show-amounts', {
  summary: 'Sets whether the signed-in creator’s moderators see the amounts of tips.',
  body: z.object({ seeAmounts: z.boolean() }),
  response: moderators,
})

export const acceptInvite = signedInCall.post('goals/accept-invite', {
  summary: 'Uses a link: the signed-in account becomes a moderator of the creator who made it.',
  body: z.object({ token: z.string().check(z.maxLength(100)) }),
  response: z.object({ creatorUid: uid, creatorName: z.string() }),
})

export const getModeratedCreators = signedInCall.get('goals/moderated-creators', {
  summary: 'The creators for whom the signed-in account moderates.',
  response: z.object({ creators: z.array(z.object({ creatorUid: uid, name: z.string() })) }),
})

export const leaveModeration = signedInCall.post('goals/leave-moderation', {
  summary: 'Ends that the signed-in account moderates for a creator.',
  body: z.object({ creatorUid: uid }),
})
