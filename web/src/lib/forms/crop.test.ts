import { expect, test } from 'vitest'
import { centred, cropOf, dragFraming } from './crop.ts'

const wide = { width: 400, height: 200 }

test('a square frame shows the middle of a wide picture', () => {
  expect(cropOf(wide, 1, centred)).toEqual({ left: 100, top: 0, width: 200, height: 200 })
})

test('a wide frame shows a band of a square picture', () => {
  expect(cropOf({ width: 300, height: 300 }, 3, centred)).toEqual({
    left: 0,
    top: 100,
    width: 300,
    height: 100,
  })
})

test('a higher zoom shows less and stays within the picture', () => {
  expect(cropOf(wide, 1, { zoom: 2, x: 1, y: 0 })).toEqual({ left: 300, top: 0, width: 100, height: 100 })
})

test('dragging to the right shows what is to the left, within the picture', () => {
  expect(dragFraming(wide, 1, centred, { x: 0.5, y: 0.5 })).toEqual({ zoom: 1, x: 0, y: 0.5 })
  expect(dragFraming(wide, 1, centred, { x: 9, y: 0 }).x).toBe(0)
})
