/** What widgets show in the editor of styles: the creator's own goals, tips and timer, or examples of those that are missing. */
import { randomUUID } from 'node:crypto'
import type { Goal, Leaderboard } from '../../contract/entities.ts'
import type { Locale } from '../../contract/locale.ts'
import type { PayoutCurrency } from '../../contract/money/money.ts'
import type { WidgetSamples } from '../../contract/alerts/widget-preview.ts'
import type { Db } from '../../db/connection.ts'
import { findCurrency, findLocale } from '../../db/queries/accounts/accounts.ts'
import { listPublicGoals } from '../../db/queries/goals/goals.ts'
import { m } from '../../i18n/compiled/messages.js'
import { sampleTipOf } from '../alerts/sample-tips.ts'
import { toGoal } from '../goals/to-goal.ts'
import { readLeaderboard } from '../insights/read-leaderboard.ts'
import { readLiveTotals } from '../insights/stream-totals.ts'
import { readLiveTimers } from '../timer/read-entries.ts'

/** How many entries of a board a widget shows, if its address does not say otherwise. */
const shownEntries = 5
const exampleTop = [
  { name: 'Ada', amount: 120_00 },
  { name: 'Mira', amount: 75_00 },
  { name: 'Lin', amount: 40_00 },
  { name: 'Pixel Fox', amount: 25_00 },
  { name: 'Otto', amount: 10_00 },
]
const exampleTips = [
  { name: 'Lin', amount: 5_00 },
  { name: 'Ada', amount: 20_00 },
  { name: 'Otto', amount: 10_00 },
  { name: 'Pixel Fox', amount: 25_00 },
  { name: 'Mira', amount: 15_00 },
]
const exampleTotals = { stream: 185_00, today: 185_00, month: 640_00 }
const exampleTimerMs = (5 * 3600 + 25 * 60) * 1000

/** Reads the samples as `/live` reads what it sends, so that names are public and censored. */
export async function readWidgetSamples(db: Db, creatorUid: string): Promise<WidgetSamples> {
  const [locale, ownCurrency, goals, leaderboard, own, timers] = await Promise.all([
    findLocale(db, creatorUid),
    findCurrency(db, creatorUid),
    listPublicGoals(db, creatorUid),
    readLeaderboard(db, creatorUid),
    readLiveTotals(db, creatorUid),
    readLiveTimers(db, creatorUid),
  ])
  const currency = ownCurrency ?? 'usd'
  const open = goals.filter(({ status }) => status === 'ACTIVE').map(toGoal)
  const timer = timers.find(({ status }) => status === 'running' || status === 'paused')
  return {
    locale,
    currency,
    goals: open.length > 0 ? open : [exampleGoal(currency, locale)],
    leaderboard: toBoard(leaderboard),
    totals: own?.totals.stream ? own.totals : { currency, ...exampleTotals },
    timer: timer ?? exampleTimer(locale),
  }
}

/** Returns what widgets show of a board. Each of its lists is an example if it is empty. */
function toBoard(own: Leaderboard): Leaderboard {
  const listOf = (entries: Leaderboard['recent'], examples: Leaderboard['recent']) =>
    (entries.length > 0 ? entries : examples).slice(0, shownEntries)
  return {
    weekly: listOf(own.weekly, exampleTop),
    monthly: listOf(own.monthly, exampleTop),
    allTime: listOf(own.allTime, exampleTop),
    recent: listOf(own.recent, exampleTips),
  }
}

function exampleGoal(currency: PayoutCurrency, locale: Locale): Goal {
  const { title, amountMinor, receivedMinor } = sampleTipOf('message', currency, locale).goal!
  return {
    title,
    goaluuid: randomUUID(),
    status: 'ACTIVE',
    description: '',
    currency,
    amount: amountMinor,
    amount_received: receivedMinor,
    end_date: null,
    creation_date: new Date().toISOString(),
    image: null,
  }
}

function exampleTimer(locale: Locale): WidgetSamples['timer'] {
  return {
    timerId: randomUUID(),
    name: m.donothon_default_name({ number: 1 }, { locale }),
    version: 1,
    status: 'running',
    endsAtMs: Date.now() + exampleTimerMs,
    restMs: null,
    isHappyHour: false,
  }
}
