/** Calls that creators' tools use to run the control panel and the timers of a donothon. Their responses are flat, too. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { isoTime } from '../entities.ts'
import { addedSeconds, timerStatuses } from '../timer/timer.ts'

const toolPanel = z.object({
  /** Rises with every action. */
  version: z.int(),
  /** All of it in a word: alerts are shown, wait, or nothing at all is on the stream. */
  status: z.enum(['playing', 'paused', 'panic']),
  isPaused: z.boolean(),
  isMuted: z.boolean(),
  isPanic: z.boolean(),
  /** Whether an overlay reports that an alert is on screen. */
  isShowing: z.boolean(),
  /** How many alerts wait; at most a thousand are counted. */
  waiting: z.int(),
})
export type ToolPanel = z.output<typeof toolPanel>

/**
 * `skip` without a tip ends the alert that is on screen, `replay` without one shows the latest tip again. What toggles does the one of
 * two that can be done, so that one key of a deck is enough.
 */
const toolPanelAction = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['pause', 'resume', 'toggle-pause', 'mute', 'unmute', 'toggle-mute', 'panic']) }),
  z.object({ action: z.literal('end-panic'), waiting: z.enum(['play', 'drop']) }),
  z.object({ action: z.enum(['skip', 'replay']), tipId: z.optional(z.uuid()) }),
])
export type ToolPanelAction = z.output<typeof toolPanelAction>

export const getToolPanel = creatorCall.get('tools/panel', {
  summary: 'The state of your control panel.',
  costs: 'up to 1,000 rows by index',
  scope: 'panel:read',
  response: toolPanel,
})

export const runToolPanel = creatorCall.post('tools/panel', {
  summary:
    'Does one thing in your control panel: pauses or resumes alerts, mutes or unmutes them, skips one, shows one again, or begins or ends a panic. 409 if it is so already; what toggles always changes something.',
  costs: 'a row for good, and a message to the creator’s overlays and panels',
  limits: ['account panel'],
  scope: 'panel:act',
  body: toolPanelAction,
  response: toolPanel,
})

const toolTimer = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(timerStatuses),
  /** When it ends or has ended; null while it is idle or paused. */
  endsAt: z.nullable(isoTime),
  leftSeconds: z.int(),
  /** The same as the stream shows it: `01:02:03`. */
  text: z.string(),
  isHappyHour: z.boolean(),
})
export type ToolTimer = z.output<typeof toolTimer>

export const listToolTimers = creatorCall.get('tools/timers', {
  summary: 'Your timers, oldest first.',
  costs: 'up to 100 rows by index',
  scope: 'timers:read',
  response: z.object({ timers: z.array(toolTimer) }),
})

export const getToolTimer = creatorCall.get('tools/timer', {
  summary:
    'One timer: the one with this id, or else the first that runs or is paused, or else your first one. 404 if you have no such timer.',
  costs: 'up to 100 rows by index',
  scope: 'timers:read',
  query: z.object({ id: z.optional(z.uuid()) }),
  response: toolTimer,
})

export const adjustToolTimer = creatorCall.post('tools/timer', {
  summary:
    'Adds seconds to a timer that runs or is paused, or takes them away. Without an id it is the timer of `GET tools/timer`. 409 if it does not run.',
  costs: 'a row for good, and a read of all entries of one own timer, which has one for each tip',
  scope: 'timers:act',
  body: z.object({ id: z.optional(z.uuid()), seconds: addedSeconds }),
  response: toolTimer,
})
