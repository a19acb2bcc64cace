import { expect, test } from 'vitest'
import { layerKinds, scene } from './scene.ts'
import type { SceneLayer } from './scene.ts'
import { completeScene, standardScene } from './standard-scene.ts'

const standard = standardScene('bottom-left')
const withLayer = (edit: Partial<SceneLayer> | object, kind = 'goal') => ({
  ...standard,
  layers: standard.layers.map((layer) => (layer.kind === kind ? { ...layer, ...edit } : layer)),
})

test('our scene has every layer once, and the alert where its look has it', () => {
  expect(scene.parse(standard)).toEqual(standard)
  expect(standard.layers.map(({ kind }) => kind).toSorted()).toEqual([...layerKinds].toSorted())
  expect(standard.layers.find(({ kind }) => kind === 'alert')).toMatchObject({ x: 0, y: 10_000 })
  expect(standard.layers.filter(({ isVisible }) => isVisible).map(({ kind }) => kind)).toEqual([
    'goal',
    'alert',
  ])
})

test.each([
  ['a place outside the picture', withLayer({ x: 10_001 })],
  ['a place between two', withLayer({ y: 0.5 })],
  ['a layer of nothing', withLayer({ scale: 0 })],
  ['an alert that is larger than its look', withLayer({ scale: 101 }, 'alert')],
  ['a parameter that no widget has', withLayer({ parameters: { script: 'x' } })],
  ['a goal that is no id', withLayer({ parameters: { goal: '../secret' } })],
  ['eleven entries', withLayer({ parameters: { count: '11' } }, 'top')],
  ['a layer twice', { ...standard, layers: [...standard.layers.slice(1), standard.layers[1]] }],
  ['an unknown field', { ...standard, css: '' }],
  ['another version', { ...standard, version: 2 }],
])('%s is refused', (_, spoiled) => {
  expect(scene.safeParse(spoiled).success).toBe(false)
})

test('a scene from before a kind of layer gets it hidden, behind the others', () => {
  const older = { ...standard, layers: standard.layers.filter(({ kind }) => kind !== 'goal') }

  const { layers } = completeScene(older)

  expect(layers[0]).toMatchObject({ kind: 'goal', isVisible: false })
  expect(layers.slice(1)).toEqual(older.layers)
})
