/** Calls for show events: what tools send, and which events a creator wants to see. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { sentShowEvent, showKind, showQuantity, showTitle } from './show-event.ts'

export const sendToolEvent = creatorCall.post('tools/event', {
  summary:
    'Shows an event that is not a tip on your stream: a follow, a subscription, subscriptions given, bits, a raid, a Hype Train’s level, a reward, a donation to charity, a Super Chat, or whatever you name by a title. It is marked as a tool’s and never counts as money. `ignored`: your settings do not want it. `held`: it waits for your review.',
  costs: 'a row, an event and its alert',
  limits: ['account show-event'],
  scope: 'events:send',
  body: sentShowEvent,
  response: z.object({
    /** Null for an event that was ignored. */
    id: z.nullable(z.uuid()),
    status: z.enum(['accepted', 'held', 'ignored']),
  }),
})

/** What a creator wants of the events of a kind. */
export const showSetting = z.object({
  kind: showKind,
  isOn: z.boolean(),
  /** Events that count less are ignored; 1 ignores none. */
  minQuantity: showQuantity,
  /** Whether the alert plays no sound. */
  isMuted: z.boolean(),
  /** Of rewards: only those with these titles, in any case, are shown; none: all. Other kinds have none. */
  titles: z._default(z.array(showTitle).check(z.maxLength(40)), []),
})
export type ShowSetting = z.output<typeof showSetting>
export type NewShowSetting = z.input<typeof showSetting>

const showSettings = z.object({ kinds: z.array(showSetting) })

export const getShowSettings = creatorCall.get('account/show-settings', {
  summary: 'Which events that are not tips the signed-in creator wants to see in the alert box.',
  response: showSettings,
})

export const saveShowSetting = creatorCall.post('account/save-show-setting', {
  summary: 'Changes what the signed-in creator wants of the events of one kind, from the next event on.',
  body: showSetting,
  response: showSettings,
})
