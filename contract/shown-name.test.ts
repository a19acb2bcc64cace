import { expect, test } from 'vitest'
import { displayName } from './accounts/account-fields.ts'
import { sendTestAlert } from './goals/goal-calls.ts'
import { createGoal } from './goals/own-goal-calls.ts'
import { timerName } from './timer/timer.ts'
import { tipName } from './payments/tip.ts'

test.each([
  ['a name that is read backwards', 'Mira\u202Eelav', 'Miraelav'],
  ['isolates and marks of direction', '\u2066Mira\u2069 \u200FVale\u200E', 'Mira Vale'],
  ['spaces of no width', 'Mi\u200Bra\u2060 Va\uFEFFle', 'Mira Vale'],
  ['joiners between Latin letters', 'Mi\u200Dra V\u200Cale', 'Mira Vale'],
  ['soft hyphens, fillers and tags', 'Mi\u00ADra\u3164\u115F Vale\u{E0041}', 'Mira Vale'],
  ['selectors on letters', 'M\uFE0Fira', 'Mira'],
  ['the ends of lines and cells', ' Mira\t \u00A0Vale\r\n', 'Mira Vale'],
])('of %s nothing is left in any name that is shown', (_, typed, shown) => {
  const names = [
    displayName.parse(typed),
    tipName.parse(typed),
    timerName.parse(typed),
    createGoal.body.shape.title.parse(typed),
    sendTestAlert.body.shape.donorName.parse(typed),
    sendTestAlert.body.shape.goalTitle.parse(typed),
  ]
  expect(names).toEqual(names.map(() => shown))
})

test.each([
  'می\u200Cخواهم', // Persian
  'क\u094D\u200Dष', // Devanagari
  'ශ\u0DCA\u200Dරී ලංකා', // Sinhala
  '👩\u200D💻 Ada', // a woman at a computer
  '👩🏽\u200D❤\uFE0F\u200D👨🏿',
  '☕\uFE0E 1\uFE0F\u20E3',
  '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}', // the flag of England
  '葛\u{E0100}城', // a variant that Japanese names have
  'محمد علي',
  'דוד לוי',
  'Zoë Müller-Lüdenscheidt',
])('%s stays as it is typed', (name) => {
  expect(displayName.parse(name)).toBe(name)
})

test('a name of invisible characters alone is no name', () => {
  expect(displayName.safeParse('\u200B\u3164\u2060').success).toBe(false)
  expect(tipName.parse('\u200B\u3164\u2060')).toBe('')
})
