import { expect, test } from 'vitest'
import { alertPlace } from '../../contract/alerts/alert-style.ts'
import { standardScene } from '../../contract/alerts/standard-scene.ts'
import { placeOf } from './place-of.ts'

test('a layer that is put where a look has the alert has that place', () => {
  const places = alertPlace.options.map((place) =>
    placeOf(standardScene(place).layers.find(({ kind }) => kind === 'alert')!),
  )
  expect(places).toEqual(alertPlace.options)
})

test('a place between two is the nearest one', () => {
  expect(placeOf({ x: 3_000, y: 7_000 })).toBe('bottom-left')
  expect(placeOf({ x: 6_000, y: 4_000 })).toBe('center')
})
