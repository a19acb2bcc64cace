import { expect, test } from 'vitest'
import type { LayerParameters } from '../../../../../contract/alerts/scene.ts'
import type { WidgetName } from '../../../../../contract/alerts/widget-preview.ts'
import { toChoice, toParameters } from './layer-parameters.ts'

const id = '00000000-0000-4000-8000-00000000000a'
const cases: [WidgetName, LayerParameters][] = [
  ['goal', {}],
  ['goal', { goals: 'all' }],
  ['goal', { goal: id }],
  ['timer', { timer: id }],
  ['top', { period: 'week', count: '3' }],
  ['recent', { count: '10' }],
  ['total', { of: 'today' }],
  ['total', { of: 'goal', goal: id }],
]

test.each(cases)('the choice of a %s layer with %o leads back to it', (widget, parameters) => {
  expect(toParameters(toChoice(widget, parameters))).toEqual(parameters)
})
