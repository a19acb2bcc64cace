import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chooseLook, displayMsOf, findVariation, lookOf, standardStyle } from './alert-looks.ts'
import { alertLook, alertStyle, alertTheme } from './alert-style.ts'
import type { AlertCondition, AlertStyle } from './alert-style.ts'
import { findAlertTextFault, findStyleFault } from './alert-texts.ts'
import type { Alert } from './alert.ts'

const goalId = '3f0e6c1a-5b7d-4e21-9c84-6a2d8f17b0c5'
const anything: AlertCondition = {
  kind: null,
  fromAmount: null,
  toAmount: null,
  goalId: null,
  isFirstTip: false,
}
const tip: Alert = {
  id: goalId,
  seq: 1,
  kind: 'tip',
  isTest: false,
  name: 'Ada',
  message: null,
  amount: 10_00,
  currency: 'gbp',
  goal: null,
  at: '2026-01-05T12:00:00.000Z',
}
const bits: Alert = {
  id: goalId,
  seq: 1,
  isTest: false,
  name: 'Ada',
  message: null,
  at: '2026-01-05T12:00:00.000Z',
  kind: 'show',
  show: { kind: 'cheer', source: 'tool', title: null, quantity: 100_000, unit: null },
}
const goal = { title: 'A kiln', amount: 100_00, amountReceived: 40_00, goalId }

function styleWith(...conditions: Partial<AlertCondition>[]): AlertStyle {
  const variations = conditions.map((when, i) => ({
    variationId: goalId,
    name: `Variation ${i + 1}`,
    when: { ...anything, ...when },
    look: lookOf('ticket'),
  }))
  return { ...standardStyle(), variations }
}

test('our looks are valid, and survive being written to a file', () => {
  for (const theme of alertTheme.options) {
    const style = { ...styleWith({}), look: lookOf(theme) }
    expect(alertStyle.parse(JSON.parse(JSON.stringify(style)))).toEqual(style)
  }
})

test.each([
  ['of a later version', { version: 2 }],
  ['with an unknown field', { script: 'alert(1)' }],
  ['with a foreign picture', { look: { ...lookOf('liquid'), picture: 'https://evil.example/x.png' } }],
  ['with a path out of our pictures', { look: { ...lookOf('liquid'), picture: '/media/../x-512.webp' } }],
  [
    'with CSS in a colour',
    { look: { ...lookOf('liquid'), colors: { text: 'red;}', accent: '', fill: '', ground: '' } } },
  ],
  [
    'with a text of ten times its size',
    { look: { ...lookOf('liquid'), lettering: { line: { size: 1_000 } } } },
  ],
  [
    'with CSS in an outline',
    { look: { ...lookOf('liquid'), lettering: { line: { outline: { width: 5, color: 'red;}' } } } } },
  ],
  ['with another text', { look: { ...lookOf('liquid'), lettering: { footer: { size: 100 } } } }],
  ['that stays for a minute', { look: { ...lookOf('liquid'), durationMs: 60_000 } }],
  [
    'with too many variations',
    { variations: styleWith(...Array.from({ length: 11 }, () => ({}))).variations },
  ],
])('a style %s is refused', (_, change) => {
  expect(alertStyle.safeParse({ ...standardStyle(), ...change }).success).toBe(false)
})

test.each([
  ['any alert', {}, tip, true],
  ['a general tip', { kind: 'generalTip' }, tip, true],
  ['a general tip', { kind: 'generalTip' }, { ...tip, goal }, false],
  ['a tip toward a goal', { kind: 'goalTip' }, { ...tip, goal }, true],
  ['a funded goal', { kind: 'goalFunded' }, { ...tip, goal, kind: 'goalFunded' }, true],
  ['a milestone', { kind: 'milestone' }, { ...tip, goal, milestone: 50 }, true],
  ['a tip toward a goal', { kind: 'goalTip' }, { ...tip, goal, milestone: 50 }, false],
  ['an amount', { fromAmount: 10_00, toAmount: 10_00 }, tip, true],
  ['an amount', { fromAmount: 10_01 }, tip, false],
  ['an amount', { toAmount: 9_99 }, tip, false],
  ['what a tip is worth', { fromAmount: 20_00 }, { ...tip, worth: { amount: 20_00, currency: 'usd' } }, true],
  ['a goal', { goalId }, { ...tip, goal }, true],
  ['a goal', { goalId }, tip, false],
  ['first tips', { isFirstTip: true }, { ...tip, isFirstTip: true }, true],
  ['first tips', { isFirstTip: true }, tip, false],
  ['any alert', {}, bits, true],
  ['bits', { kind: 'cheer' }, bits, true],
  ['raids', { kind: 'raid' }, bits, false],
  ['general tips', { kind: 'generalTip' }, bits, false],
  ['an amount, which bits do not have', { fromAmount: 0 }, bits, false],
  ['an amount, which bits do not have', { kind: 'cheer', toAmount: 1_000_000 }, bits, false],
  ['a goal', { goalId }, bits, false],
  ['first tips', { isFirstTip: true }, bits, false],
] as [string, Partial<AlertCondition>, Alert, boolean][])(
  'a variation for %s is used only for them: %j',
  (_, when, alert, isMatch) => {
    expect(chooseLook(styleWith(when), alert).theme).toBe(isMatch ? 'ticket' : 'liquid')
  },
)

test('the first variation that matches wins', () => {
  const style = styleWith({ fromAmount: 50_00 }, { fromAmount: 5_00 }, {})

  expect(findVariation(style, tip)?.name).toBe('Variation 2')
})

test.each([
  [0, 6000],
  [5, 6000],
  [6, 3500],
  [20, 3500],
  [21, 2000],
  [500, 2000],
])('with %i waiting, an alert of six seconds stays for %i ms', (waiting, milliseconds) => {
  expect(displayMsOf({ durationMs: 6_000 }, waiting)).toBe(milliseconds)
  expect(displayMsOf({ durationMs: 3_000 }, waiting)).toBe(Math.min(milliseconds, 3_000))
})

test.each([
  ['no message', null, 6_000],
  ['a short message', 'x'.repeat(80), 6_000],
  ['an ordinary message', 'x'.repeat(200), 12_000],
  ['dense characters', '窯'.repeat(100), 12_000],
  ['emoji', '🏺'.repeat(100), 7_000],
  ['the longest message', 'x'.repeat(500), 20_000],
])('%s keeps an alert on screen for as long as reading takes', (_, message, milliseconds) => {
  const look = lookOf('liquid')

  expect(displayMsOf(look, 0, message)).toBe(milliseconds)
  expect(displayMsOf({ ...look, showsMessage: false }, 0, message)).toBe(6_000)
  expect(displayMsOf(look, 6, message)).toBe(3_500)
  expect(displayMsOf(look, 21, message)).toBe(2_000)
})

test.each([
  ['none, or up to 80 characters', 80],
  ['200 characters', 200],
  ['500 characters', 500],
])('docs/alert-box.md says how long an alert stays, with a message of %s', (name, length) => {
  const table = readFileSync(new URL('../../docs/alert-box.md', import.meta.url), 'utf8')
  const look = lookOf('liquid')
  const waits = [
    displayMsOf(look, 0, 'x'.repeat(length)),
    displayMsOf({ ...look, longestMs: 40_000 }, 0, 'x'.repeat(length)),
    ...[6, 21].map((waiting) => displayMsOf(look, waiting, 'x'.repeat(length))),
  ]

  expect(table).toContain(`| ${[name, ...waits.map((ms) => `${ms / 1_000} s`)].join(' | ')} |`)
})

test('a creator’s maximum limits what a long message adds, and never what was set for all alerts', () => {
  const look = lookOf('liquid')
  const longest = 'x'.repeat(500)

  expect(displayMsOf({ ...look, longestMs: 40_000 }, 0, longest)).toBe(27_000)
  expect(displayMsOf({ ...look, longestMs: 9_000 }, 0, longest)).toBe(9_000)
  expect(displayMsOf({ ...look, longestMs: 3_000 }, 0, longest)).toBe(6_000)
  expect(displayMsOf({ ...look, durationMs: 20_000 }, 0, longest)).toBe(20_000)
})

test('a look needs no maximum for long messages, and none beyond the limits is valid', () => {
  const { longestMs: _, ...look } = lookOf('liquid')

  expect(alertLook.safeParse(look).success).toBe(true)
  expect(alertLook.safeParse({ ...look, longestMs: 40_000 }).success).toBe(true)
  for (const longestMs of [2_999, 40_001, 5_000.5])
    expect(alertLook.safeParse({ ...look, longestMs }).success).toBe(false)
})

test('texts may have the variables of their kind, and no others', () => {
  expect(findAlertTextFault('{user} {amount} {goal} {goal URL} {percent} {raised} {left}', 'goalTip')).toBe(
    undefined,
  )
  expect(findAlertTextFault('{usr}', 'goalTip')).toMatchObject({ key: 'invalid_template_variable' })
  expect(findAlertTextFault('{goal}', 'generalTip')).toMatchObject({ key: 'invalid_template_goal' })
  expect(findAlertTextFault('{percent}', 'generalTip')).toMatchObject({ key: 'invalid_template_variable' })
  expect(findAlertTextFault('{user', 'goalTip')).toMatchObject({ key: 'invalid_template_braces' })
})

test('the fault of a variation is found, with its name', () => {
  const style = styleWith({})
  const [variation] = style.variations
  const texts = { ...variation!.look.texts, milestone: { headline: null, line: '{nope}' } }
  const faulty = { ...style, variations: [{ ...variation!, look: { ...variation!.look, texts } }] }

  expect(findStyleFault(style)).toBe(undefined)
  expect(findStyleFault(faulty)).toMatchObject({ variation: 'Variation 1' })
})

test('a look says whether funded goals are celebrated, and one that does not say it is as before', () => {
  const look = lookOf('liquid')
  expect(alertLook.parse(look)).toEqual(look)
  expect(alertLook.parse({ ...look, celebrates: false }).celebrates).toBe(false)
  expect(alertLook.safeParse({ ...look, celebrates: 'no' }).success).toBe(false)
})

test('a look chooses how its alerts come and go, or leaves that to its theme', () => {
  const look = lookOf('liquid')
  expect([look.entrance, look.exit]).toEqual([undefined, undefined])
  expect(alertLook.parse({ ...look, entrance: 'left', exit: 'zoom' })).toMatchObject({
    entrance: 'left',
    exit: 'zoom',
  })
  expect(alertLook.safeParse({ ...look, exit: 'explode' }).success).toBe(false)
})
