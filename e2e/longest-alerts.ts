/** Alerts with the longest values that the forms allow, and with words that are hard to lay out. */
import { lookOf } from '../contract/alerts/alert-looks.ts'
import type { ShowInPreview } from '../contract/alerts/alert-preview.ts'
import type { AlertLook, AlertSize } from '../contract/alerts/alert-style.ts'
import type { AlertTheme } from '../contract/alerts/alert-themes.ts'
import type { Locale } from '../contract/locale.ts'

type Alert = Exclude<ShowInPreview['alert'], { kind: 'show' }>

/** Repeats words until they have exactly so many characters. */
const fill = (words: string, length: number) => {
  const repeated = `${words} `.repeat(Math.ceil(length / (words.length + 1)))
  return `${repeated.slice(0, length - 1)}!`
}

const sentences = {
  en: 'I found your stream while my own kiln was warming up, and the way you talk about glazes made my evening.',
  de: 'Ich habe deinen Stream gefunden, während mein Brennofen warm wurde, und deine Werkstattgeschichten haben mir den Abend gerettet.',
}
export const longMessage = (locale: Locale) => fill(sentences[locale], 500)

const goal = { title: fill('A kiln for the clay season of the whole village', 80), amount: 10_000_000_00 }
const longName = 'Maximiliane Freifrau von Hohenstein-Wartenberg-III'
const tip: Alert = {
  id: '00000000-0000-4000-8000-000000000001',
  seq: 1,
  kind: 'tip',
  isTest: false,
  name: longName,
  message: null,
  amount: 50_000_00,
  currency: 'chf',
  worth: { amount: 44_123_45, currency: 'gbp' },
  goal: { ...goal, amountReceived: 9_999_999_99 },
  at: '2026-01-05T12:00:00.000Z',
}
const small = { amount: 123_00, currency: 'gbp', worth: undefined } as const
const own = (texts: { headline: string; line: string }): Partial<AlertLook> => ({
  texts: { goalTip: texts, generalTip: texts, goalFunded: texts, milestone: texts },
})

/** What is shown: an alert, and what of its look differs from the theme's own. */
export interface LongAlert {
  alert: Alert
  look?: Partial<AlertLook>
}

/** Returns the alerts by their names, in the language of a stream. */
export function longestAlerts(locale: Locale): Record<string, LongAlert> {
  const message = longMessage(locale)
  const kiln = { title: 'A kiln for the clay season', amount: 1_200_00, amountReceived: 1_200_00 }
  const alerts: Record<string, LongAlert> = {
    'the longest tip': { alert: { ...tip, message } },
    'a long name': { alert: { ...tip, ...small, goal: null } },
    'one word': {
      alert: {
        ...tip,
        name: 'W'.repeat(50),
        message: 'W'.repeat(500),
        goal: { ...tip.goal!, title: 'W'.repeat(80) },
      },
    },
    'wide characters': {
      alert: { ...tip, name: '窯'.repeat(50), message: '陶芸の窯🏺'.repeat(84).slice(0, 500) },
    },
    funded: { alert: { ...tip, ...small, kind: 'goalFunded', name: 'Ada', goal: kiln } },
    'funded, the longest': {
      alert: { ...tip, kind: 'goalFunded', message, goal: { ...tip.goal!, amountReceived: 99_999_999_99 } },
    },
    'one tip to go': { alert: { ...tip, ...small, milestone: 'one-tip' } },
    general: { alert: { ...tip, message, goal: null } },
    'several tips': { alert: { ...tip, kind: 'digest', name: fill('Ada, Mira and Lin', 250), goal: null } },
    'own texts': {
      alert: { ...tip, message },
      look: own({
        headline: fill('{user} tipped {amount} for {goal}, which is at {percent} now', 120),
        line: fill('Every cup counts: {raised} are there and {left} are left, see {goal URL}', 160),
      }),
    },
    'own words': { alert: tip, look: own({ headline: 'M'.repeat(120), line: 'M'.repeat(160) }) },
  }
  for (const { alert } of Object.values(alerts)) alert.locale = locale
  return alerts
}

/** Returns the message that makes the page show an alert as the editor's preview. */
export function toPreview(theme: AlertTheme, size: AlertSize, { alert, look }: LongAlert): ShowInPreview {
  return {
    type: 'show',
    look: { ...lookOf(theme), size, ...look },
    alert,
    pageUrl: 'https://brimful.example/mira_the_potter_of_the_valley',
    isPlaying: false,
  }
}
