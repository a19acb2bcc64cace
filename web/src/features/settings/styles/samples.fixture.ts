/** What the server answers about samples, for tests of the editors. */
import type { TipAlert } from '../../../../../contract/alerts/alert.ts'
import type { WidgetSamples } from '../../../../../contract/alerts/widget-preview.ts'
import { buildGoal } from '../../../test/builders.ts'

export const widgetSamples: WidgetSamples = {
  locale: 'en',
  currency: 'gbp',
  goals: [buildGoal({ title: 'A kiln' })],
  leaderboard: { weekly: [], monthly: [], allTime: [], recent: [] },
  totals: { currency: 'gbp', stream: 42_00, today: 42_00, month: 42_00 },
  timer: {
    timerId: '00000000-0000-4000-8000-00000000000a',
    name: 'Donothon 1',
    version: 1,
    status: 'running',
    endsAtMs: 60_000,
    restMs: null,
    isHappyHour: false,
  },
}
export const alertSample: TipAlert = {
  id: '00000000-0000-4000-8000-00000000000b',
  seq: 1,
  kind: 'tip',
  isTest: true,
  name: 'Ada',
  message: null,
  amount: 5_00,
  currency: 'gbp',
  goal: null,
  at: '2026-01-05T12:00:00.000Z',
}
