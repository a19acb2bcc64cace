/** An example of each call of tools, for the API page. A test parses each with the schemas of its call. */

export interface ToolExample {
  query?: Readonly<Record<string, string>>
  body?: unknown
  response: unknown
}

const goal = {
  id: '019aa6c2-7d10-7c3e-9b1f-2f4d8a6e5b01',
  title: 'A better microphone',
  status: 'ACTIVE',
  currency: 'gbp',
  amount: 20_000,
  amountReceived: 12_000,
  percent: 60,
  text: '£120 / £200',
  endsAt: null,
}

const tip = {
  tipId: '019aa6c2-7d10-7c3e-9b1f-2f4d8a6e5b02',
  name: 'Ada',
  message: 'For the next stream',
  amount: 700,
  currency: 'gbp',
  amountText: '£7',
  worth: 700,
  worthCurrency: 'gbp',
  goalTitle: goal.title,
  goalAmount: goal.amount,
  goalAmountReceived: goal.amountReceived,
}
const seen = { id: '019aa6c2-7d10-7c3e-9b1f-2f4d8a6e5b03', timestamp: '2026-11-25T20:15:00.000Z' }

const panel = {
  version: 12,
  status: 'playing',
  isPaused: false,
  isMuted: false,
  isPanic: false,
  isShowing: true,
  waiting: 3,
}

const timer = {
  id: '019aa6c2-7d10-7c3e-9b1f-2f4d8a6e5b04',
  name: 'Donothon',
  status: 'running',
  endsAt: '2026-11-25T21:17:03.000Z',
  leftSeconds: 3723,
  text: '01:02:03',
  isHappyHour: false,
}

/** The examples by method and path. */
export const toolExamples: Readonly<Record<string, ToolExample>> = {
  'GET tools/goals': { response: { goals: [goal] } },
  'GET tools/goal': { query: { id: goal.id }, response: goal },
  'GET tools/tips': {
    query: { after: '17', limit: '100' },
    response: {
      tips: [{ ...seen, type: 'tip.captured', data: tip, cursor: 18 }],
      cursor: 18,
      hasMore: false,
    },
  },
  'GET tools/latest-tip': { response: { ...seen, ...tip } },
  'GET tools/board': {
    query: { period: 'month', limit: '3' },
    response: { supporters: [{ place: 1, name: 'Ada', amount: 12_300, amountText: '£123' }] },
  },
  'POST tools/test-alert': { body: { kind: 'message' }, response: {} },
  'POST tools/event': {
    body: { kind: 'other', id: 'order-1042', title: 'New order', name: 'Ada', quantity: 3, unit: 'mugs' },
    response: { id: '019aa6c2-7d10-7c3e-9b1f-2f4d8a6e5b05', status: 'accepted' },
  },
  'GET tools/panel': { response: panel },
  'POST tools/panel': {
    body: { action: 'pause' },
    response: { ...panel, version: 13, status: 'paused', isPaused: true },
  },
  'POST goals/start-stream-total': {
    response: { currency: 'gbp', amount: 0, startedAt: '2026-11-25T18:00:00.000Z' },
  },
  'GET tools/timers': { response: { timers: [timer] } },
  'GET tools/timer': { query: { id: timer.id }, response: timer },
  'POST tools/timer': { body: { seconds: 300 }, response: { ...timer, leftSeconds: 4023, text: '01:07:03' } },
}
