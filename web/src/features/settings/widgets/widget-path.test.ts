import { expect, test } from 'vitest'
import { firstChoice } from './widget-choice.ts'
import type { WidgetChoice } from './widget-choice.ts'
import { widgetPath } from './widget-path.ts'

const uid = '00000000-0000-4000-8000-000000000001'
const id = '00000000-0000-4000-8000-00000000000a'

test.each<[Partial<WidgetChoice>, string]>([
  [{}, 'goal'],
  [{ goal: 'all' }, 'goal&goals=all'],
  [{ goal: id }, `goal&goal=${id}`],
  [{ widget: 'timer' }, 'timer'],
  [{ widget: 'timer', timer: id }, `timer&timer=${id}`],
  [{ widget: 'top' }, 'top'],
  [{ widget: 'top', period: 'week', count: 3 }, 'top&period=week&count=3'],
  [{ widget: 'recent', period: 'week', count: 10 }, 'recent&count=10'],
  [{ widget: 'total', totalGoal: id }, 'total'],
  [{ widget: 'total', total: 'today' }, 'total&of=today'],
  [{ widget: 'total', total: 'goal' }, 'total&of=goal'],
  [{ widget: 'total', total: 'goal', totalGoal: id, goal: 'all' }, `total&of=goal&goal=${id}`],
])('%o leads to widget=%s', (changes, expected) => {
  expect(widgetPath(uid, { ...firstChoice, ...changes })).toBe(`/overlay?userUID=${uid}&widget=${expected}`)
})
