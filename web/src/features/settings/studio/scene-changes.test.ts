import { expect, test } from 'vitest'
import { standardScene } from '../../../../../contract/alerts/standard-scene.ts'
import { isReordered, listLayerChanges } from './scene-changes.ts'
import { editLayer, reorder } from './scene-edits.ts'

const live = standardScene('top')

test('what is published is named: layers that appear, go, move, grow or show something else', () => {
  let scene = editLayer(live, 'timer', { isVisible: true, x: 0 })
  scene = editLayer(scene, 'alert', { isVisible: false, scale: 50 })
  scene = editLayer(scene, 'goal', { x: 0, scale: 150, parameters: { goals: 'all' } })

  expect(listLayerChanges(live, scene)).toEqual([
    { kind: 'alert', what: 'hidden' },
    { kind: 'timer', what: 'shown' },
    { kind: 'goal', what: 'moved' },
    { kind: 'goal', what: 'resized' },
    { kind: 'goal', what: 'content' },
  ])
  expect(isReordered(live, scene)).toBe(false)
})

test('another order is a change of its own', () => {
  const scene = reorder(live, 'goal', 1)
  expect([listLayerChanges(live, scene), isReordered(live, scene)]).toEqual([[], true])
})

test('a scene with its keys in another order is the same', () => {
  const stored = { ...live, layers: live.layers.map(({ kind, x, ...rest }) => ({ ...rest, x, kind })) }
  expect([listLayerChanges(live, stored), isReordered(live, stored)]).toEqual([[], false])
})
