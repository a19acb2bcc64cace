import { expect, test } from 'vitest'
import { standardScene } from '../../../../../contract/alerts/standard-scene.ts'
import { editLayer, layerOf, moveBy, reorder, snap } from './scene-edits.ts'

const scene = standardScene('top')
const free = { x: 1_000, y: 500 }

test('a layer moves by pixels of the free space, and not out of the picture', () => {
  expect(moveBy({ x: 5_000, y: 5_000 }, free, 10, -10)).toEqual({ x: 5_100, y: 4_800 })
  expect(moveBy({ x: 5_000, y: 5_000 }, free, -9_999, 9_999)).toEqual({ x: 0, y: 10_000 })
})

test('a layer that fills the picture stays where it is', () => {
  expect(moveBy({ x: 5_000, y: 0 }, { x: 0, y: -20 }, 50, 50)).toEqual({ x: 5_000, y: 0 })
  expect(snap({ x: 5_001, y: 1 }, { x: 0, y: 0 })).toEqual({ x: 5_001, y: 1 })
})

test('a pixel moves a layer also where the free space is largest', () => {
  const { x } = moveBy({ x: 0, y: 0 }, { x: 1_270, y: 700 }, 1, 0)
  expect(x).toBeGreaterThan(0)
})

test('a dragged layer snaps to edges, margins and the middle, if it is near them', () => {
  expect(snap({ x: 60, y: 5_100 }, free)).toEqual({ x: 0, y: 5_000 })
  expect(snap({ x: 9_630, y: 9_900 }, free)).toEqual({ x: 9_600, y: 10_000 })
  expect(snap({ x: 2_500, y: 2_500 }, free)).toEqual({ x: 2_500, y: 2_500 })
})

test('a change is brought within the limits, and leaves the other layers', () => {
  const changed = editLayer(scene, 'alert', { scale: 250, x: -5, y: 12_000 })

  expect(layerOf(changed, 'alert')).toMatchObject({ scale: 100, x: 0, y: 10_000 })
  expect(layerOf(editLayer(scene, 'goal', { scale: 12.4 }), 'goal').scale).toBe(25)
  expect(changed.layers.filter(({ kind }) => kind !== 'alert')).toEqual(
    scene.layers.filter(({ kind }) => kind !== 'alert'),
  )
})

test('a layer moves forward and backward, and stays at the end', () => {
  const kinds = (of: typeof scene) => of.layers.map(({ kind }) => kind)
  const [back, next, ...others] = kinds(scene)

  expect(kinds(reorder(scene, back!, 1))).toEqual([next, back, ...others])
  expect(kinds(reorder(scene, back!, -1))).toEqual(kinds(scene))
  expect(kinds(reorder(scene, 'alert', 1))).toEqual(kinds(scene))
})
