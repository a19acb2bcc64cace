import { expect, test } from 'vitest'
import { defaultChatbotToggles } from '../../contract/entities.ts'
import { chatPlatform } from '../../contract/chat/platforms.ts'
import type { ChatbotToggles } from '../../contract/entities.ts'
import { destination } from '../../contract/destinations.ts'
import { chatDestinations } from '../../contract/events.ts'
import type { DeliverySettings, Destination } from '../../contract/events.ts'
import { planDeliveries } from './plan-deliveries.ts'
import type { PlannedEvent } from './plan-deliveries.ts'

const captured = { type: 'tip.captured', isFromAccount: false, worthMinor: 499, hasMessage: false } as const
const goalTip = { ...captured, isForGoal: true }
const generalTip = { ...captured, isForGoal: false }
const funded = { type: 'goal.funded' } as const
const tested = { type: 'alert.tested', hasMessage: false } as const
const replayed = { type: 'alert.replayed', worthMinor: 499, hasMessage: false } as const

const fromAccount = { ...generalTip, isFromAccount: true }
/** Account mail has no event, and endpoints get theirs from `webhooks`, so no event may ever be planned for them. */
const unplanned: readonly Destination[] = ['account-mail', 'endpoints']
const destinations = destination.options.filter((one) => !unplanned.includes(one))
/** All of an event without a public message. */
const unspoken = destinations.filter((one) => one !== 'speech')
const toCreator = unspoken.filter((one) => one !== 'receipt')
const shown: Destination[] = ['alerts', ...Object.values(chatDestinations), 'webhooks']

const on = { receiveAllTips: true, receiveGoalFunded: true }
const off = { receiveAllTips: false, receiveGoalFunded: false }
const allToggles = { receiveAllTips: true, receiveGoalFunded: true, receiveGeneralTips: true }
const noToggles = { receiveAllTips: false, receiveGoalFunded: false, receiveGeneralTips: false }

interface Given extends DeliverySettings {
  reachable: ReadonlySet<Destination>
}

function settings(change: Partial<DeliverySettings> = {}): Given {
  return {
    preferences: on,
    chat: {},
    hasPush: false,
    hasWebhooks: false,
    hasTimer: false,
    speech: null,
    reachable: new Set(destinations),
    ...change,
  }
}

const speech = { minTipMinor: 500 }
const everything = settings({
  chat: inEveryChat(allToggles),
  hasPush: true,
  hasWebhooks: true,
  hasTimer: true,
  speech,
})
const spokenTip = { ...generalTip, hasMessage: true, worthMinor: 500 }
const nothing = settings({ hasPush: true, preferences: off, chat: inEveryChat(noToggles) })

function inEveryChat(toggles: ChatbotToggles): DeliverySettings['chat'] {
  return Object.fromEntries(chatPlatform.options.map((platform) => [platform, toggles]))
}

test.each<[string, PlannedEvent, Given, Destination[]]>([
  ['a goal tip with everything on', goalTip, everything, toCreator],
  ['a general tip with everything on', generalTip, everything, toCreator],
  ['a tip from an account with everything on', fromAccount, everything, unspoken],
  ['a tip with a public message', spokenTip, everything, ['alerts', 'speech', ...toCreator.slice(1)]],
  ['a tip with a message that is too small', { ...spokenTip, worthMinor: 499 }, everything, toCreator],
  [
    'a held tip with a message',
    { ...spokenTip, hold: 'begun' },
    everything,
    ['notifications', 'mail', 'push', 'timer'],
  ],
  ['the same, released', { ...spokenTip, hold: 'over' }, everything, ['alerts', 'speech', ...shown.slice(1)]],
  ['a tip whose message nobody wants to hear', spokenTip, settings(), ['alerts', 'notifications', 'mail']],
  [
    'a test alert with a message',
    { ...tested, hasMessage: true },
    everything,
    ['alerts', 'speech', 'webhooks'],
  ],
  ['a tip from an account with everything off', fromAccount, nothing, ['alerts', 'receipt']],
  ['a funded goal with everything on', funded, everything, toCreator.filter((one) => one !== 'timer')],
  ['a test alert with everything on', tested, everything, ['alerts', 'webhooks']],
  ['an alert shown again with everything on', replayed, everything, ['alerts']],
  [
    'a held tip',
    { ...fromAccount, hold: 'begun' },
    everything,
    ['notifications', 'mail', 'push', 'receipt', 'timer'],
  ],
  ['a held tip, released', { ...fromAccount, hold: 'over' }, everything, shown],
  [
    'a goal that a held tip filled',
    { ...funded, hold: 'begun' },
    everything,
    ['notifications', 'mail', 'push'],
  ],
  ['the same, released', { ...funded, hold: 'over' }, everything, shown],
  ['a goal tip with everything off', goalTip, nothing, ['alerts']],
  ['a general tip with everything off', generalTip, nothing, ['alerts']],
  ['a funded goal with everything off', funded, nothing, ['alerts']],
  ['a test alert with everything off', tested, nothing, ['alerts']],
  [
    'a show event with everything on',
    { type: 'show.received', hasMessage: false },
    everything,
    ['alerts', 'webhooks', 'timer'],
  ],
  ['the same, hidden', { type: 'show.received', hasMessage: false, hold: 'begun' }, everything, ['timer']],
  ['a show event that is hidden later', { type: 'show.hidden' }, everything, ['timer']],
  ['the same without a timer', { type: 'show.hidden' }, settings(), []],
  ['a goal tip without any chat', goalTip, settings(), ['alerts', 'notifications', 'mail']],
  [
    'a goal tip with the chat defaults',
    goalTip,
    settings({ chat: { twitch: defaultChatbotToggles } }),
    ['alerts', 'chat-twitch', 'notifications', 'mail'],
  ],
  [
    'a general tip with the chat defaults',
    generalTip,
    settings({ chat: { twitch: defaultChatbotToggles } }),
    ['alerts', 'notifications', 'mail'],
  ],
  [
    'a funded goal with the chat defaults',
    funded,
    settings({ chat: { youtube: defaultChatbotToggles } }),
    ['alerts', 'chat-youtube', 'notifications', 'mail'],
  ],
  [
    'each platform by its own toggles',
    generalTip,
    settings({ chat: { twitch: { ...noToggles, receiveGeneralTips: true }, youtube: noToggles } }),
    ['alerts', 'chat-twitch', 'notifications', 'mail'],
  ],
  [
    'tips wanted, funded goals not: a tip',
    goalTip,
    settings({ preferences: { receiveAllTips: true, receiveGoalFunded: false } }),
    ['alerts', 'notifications', 'mail'],
  ],
  [
    'tips wanted, funded goals not: a funded goal',
    funded,
    settings({ preferences: { receiveAllTips: true, receiveGoalFunded: false } }),
    ['alerts'],
  ],
  [
    'funded goals wanted, tips not: a tip',
    generalTip,
    settings({ preferences: { receiveAllTips: false, receiveGoalFunded: true } }),
    ['alerts'],
  ],
  [
    'a tip of at least the chat’s smallest one',
    { ...goalTip, worthMinor: 500 },
    settings({
      chat: { twitch: { ...allToggles, minTipMinor: 500 }, youtube: { ...allToggles, minTipMinor: 501 } },
    }),
    ['alerts', 'chat-twitch', 'notifications', 'mail'],
  ],
  [
    'a funded goal, whatever the chat’s smallest tip',
    funded,
    settings({ chat: { twitch: { ...allToggles, minTipMinor: 5_000_000 } } }),
    ['alerts', 'chat-twitch', 'notifications', 'mail'],
  ],
  [
    'nothing goes where the installation cannot reach',
    goalTip,
    { ...everything, reachable: new Set<Destination>(['alerts', 'notifications', 'chat-youtube']) },
    ['alerts', 'chat-youtube', 'notifications'],
  ],
])('%s', (_, event, { reachable, ...given }, expected) => {
  expect(planDeliveries(event, given, reachable).toSorted()).toEqual(expected.toSorted())
})
