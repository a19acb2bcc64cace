/** The control panel: its state, the tips that it lists, and what can be done there. Pages and server share it. */
import * as z from 'zod/mini'
import { isoTime, uid } from '../entities.ts'
import { currency, minorUnits, tipAmount } from '../money/money.ts'
import { shownEvent } from '../show/show-event.ts'

/**
 * Which tips wait until somebody approves them, in addition to the rule for large first tips. `onWords`: those where the censor finds
 * something. `from`: tips of at least this amount in minor units of the creator's currency.
 */
export const reviewRules = z.object({
  all: z.boolean(),
  first: z.boolean(),
  messages: z.boolean(),
  from: z.nullable(tipAmount),
  onWords: z.boolean(),
})
export type ReviewRules = z.output<typeof reviewRules>

/**
 * What became of a tip on the stream. `held`: waits for a review. `waiting`: its alert is not shown yet. `on-screen`: it is shown
 * now. `cut`: it was on screen for less than two seconds, and is shown again when an overlay can show it. `skipped`: it was not shown, or not to its end, because somebody skipped it. `hidden`: taken off the stream and the boards.
 * `denied`: the review ended so. `missed`: an overlay passed over it. `sent`: a page without the creator's key has received it, or no
 * overlay with the key has ever reported what it shows. `returned`: the money was returned.
 */
export const panelTipStatuses = [
  'held',
  'waiting',
  'on-screen',
  'cut',
  'shown',
  'skipped',
  'hidden',
  'denied',
  'missed',
  'sent',
  'returned',
] as const
export type PanelTipStatus = (typeof panelTipStatuses)[number]

/** A tip in the panel's feed. Private messages are never in it. */
export const panelTip = z.object({
  tipId: z.uuid(),
  /** The tip's number among the creator's: a later tip has a higher one. */
  no: z.int(),
  name: z.string(),
  message: z.nullable(z.string()),
  hasPrivateMessage: z.boolean(),
  /** Null for a moderator who may not see amounts. */
  amount: z.nullable(minorUnits),
  currency,
  goalTitle: z.nullable(z.string()),
  status: z.enum(panelTipStatuses),
  at: isoTime,
})
export type PanelTip = z.output<typeof panelTip>

/** A show event in the panel's feed. */
export const panelShow = z.extend(shownEvent, {
  showEventId: z.uuid(),
  /** Null if it names nobody. */
  name: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** The name of the API token, if a tool has sent it. */
  tool: z.nullable(z.string()),
  status: z.enum(panelTipStatuses),
  at: isoTime,
})
export type PanelShow = z.output<typeof panelShow>

/** How many of the latest tips, and of the latest show events, the panel lists. */
export const panelTipCount = 600
export const panelShowCount = 200

export const panelState = z.object({
  creatorUid: uid,
  creatorName: z.string(),
  /** Rises with every action. */
  version: z.int(),
  isPaused: z.boolean(),
  isMuted: z.boolean(),
  isPanic: z.boolean(),
  /** Whether an alert is on screen; null while no overlay is open that reports what it shows. */
  isShowing: z.nullable(z.boolean()),
  /** How many alerts wait; at most a thousand are counted. */
  waiting: z.int(),
  /** Which of the latest actions the viewer can undo now. */
  undoable: z.array(z.uuid()),
  /** Whether the viewer is the creator, and not a moderator. */
  isOwner: z.boolean(),
  /** Only for the creator: how tips are reviewed, and whether moderators see amounts. */
  review: z.nullable(reviewRules),
  moderatorsSeeAmounts: z.nullable(z.boolean()),
})
export type PanelState = z.output<typeof panelState>

const onTip = { tipId: z.uuid() }

/** What can be done with a show event, as with a tip. */
export const showAction = z.enum(['skip', 'hide', 'replay', 'approve', 'deny'])
export type ShowAction = z.output<typeof showAction>

/**
 * What can be done in the panel. `skip` without a tip ends the alert that is on screen; of overlays that do not report what they show,
 * whatever that is.
 */
export const panelChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pause') }),
  z.object({ kind: z.literal('resume') }),
  z.object({ kind: z.literal('mute') }),
  z.object({ kind: z.literal('unmute') }),
  z.object({ kind: z.literal('panic') }),
  z.object({ kind: z.literal('end-panic'), waiting: z.enum(['play', 'drop']) }),
  z.object({ kind: z.literal('skip'), tipId: z.nullable(z.uuid()) }),
  z.object({ kind: z.literal('hide'), ...onTip }),
  z.object({ kind: z.literal('replay'), ...onTip }),
  z.object({ kind: z.literal('approve'), ...onTip }),
  z.object({ kind: z.literal('deny'), ...onTip }),
  z.object({ kind: z.literal('block'), ...onTip }),
  z.object({ kind: z.literal('show'), action: showAction, showEventId: z.uuid() }),
  z.object({ kind: z.literal('review'), rules: reviewRules }),
  z.object({ kind: z.literal('undo'), actionId: z.uuid() }),
])
export type PanelChange = z.output<typeof panelChange>

/** Every kind of entry in the list of actions. The last five are about who may use the panel. */
export const panelActionKinds = [
  'pause',
  'resume',
  'mute',
  'unmute',
  'panic',
  'end-panic',
  'skip',
  'hide',
  'replay',
  'approve',
  'deny',
  'block',
  'review',
  'undo',
  'invite',
  'withdraw',
  'join',
  'remove',
  'amounts',
] as const
export type PanelActionKind = (typeof panelActionKinds)[number]

/** An entry in the list of actions. */
export const panelAction = z.object({
  actionId: z.uuid(),
  kind: z.enum(panelActionKinds),
  /** The display name of who did it; empty if the account is deleted. */
  actor: z.string(),
  isOwner: z.boolean(),
  /** The name of the API token, if a tool did it for the creator. */
  tool: z.nullable(z.string()),
  /** The public name of the tip's supporter, if the action is about a tip; the name or title of a show event; the name of the moderator, if it is about one. */
  about: z.nullable(z.string()),
  /** The end of a panic: whether what waited plays or is dropped. */
  waiting: z.nullable(z.enum(['play', 'drop'])),
  /** For an undo: what it has undone. */
  undoes: z.nullable(z.enum(panelActionKinds)),
  isUndone: z.boolean(),
  /** Whether the viewer can undo it now. */
  canUndo: z.boolean(),
  at: isoTime,
})
export type PanelAction = z.output<typeof panelAction>
