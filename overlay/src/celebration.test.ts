import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookOf } from '../../contract/alerts/alert-looks.ts'
import type { AlertLook } from '../../contract/alerts/alert-style.ts'
import type { TipAlert } from '../../contract/alerts/alert.ts'
import alertTemplate from '../parts/alert-template.html?raw'
import barTemplate from '../parts/bar-template.html?raw'
import page from '../streamalerts.html?raw'
import { buildAlert } from './alert.fixture.ts'
import { playAlert } from './celebration.ts'
import { theme } from './themes/liquid/theme.ts'

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = /<body>([\s\S]*?)<script/.exec(page)![1]! + alertTemplate + barTemplate
})
afterEach(() => void vi.useRealTimers())

const goal = { title: 'A kiln', amount: 100_00, amountReceived: 100_00 }
const funded = { kind: 'goalFunded', goal } as const

function play(alert: Partial<TipAlert>, look: Partial<AlertLook> = {}) {
  const view = { look: { ...lookOf('liquid'), ...look }, theme, pageUrl: '', hasEmoji: false }
  return playAlert(buildAlert(alert), view)
}
const celebration = () => document.querySelector<HTMLElement>('.celebration')

test('a funded goal is celebrated for three seconds below its alert, which then goes on', async () => {
  const fill = '#123456'
  play(funded, { colors: { ...lookOf('liquid').colors, fill } })

  const shown = celebration()!
  expect(shown.querySelector('.tide')).not.toBeNull()
  expect(shown.style.getPropertyValue('--fill')).toBe(fill)
  const alert = document.querySelector('.alert')!
  expect(shown.compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(celebration()).toBe(shown)
  await vi.advanceTimersByTimeAsync(1)
  expect(celebration()).toBeNull()
  expect(document.querySelector('.alert')).toBe(alert)
})

test('a celebration ends with its alert, when the control panel ends that', async () => {
  const remove = play(funded)

  const removed = remove()
  expect(celebration()).toBeNull()
  await vi.advanceTimersByTimeAsync(1_000)
  await removed
  expect(document.querySelector('.alert')).toBeNull()
})

test.each([
  ['a tip toward a goal', { goal }, {}],
  ['a milestone', { ...funded, milestone: 50 }, {}],
  ['a funded goal whose look forbids it', funded, { celebrates: false }],
] as const)('%s is not celebrated', (_, alert, look) => {
  play(alert, look)

  expect(celebration()).toBeNull()
  expect(document.querySelector('.alert')).not.toBeNull()
})
