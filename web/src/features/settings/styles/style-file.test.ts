import { expect, test } from 'vitest'
import { lookOf, standardStyle } from '../../../../../contract/alerts/alert-looks.ts'
import { importStyle } from './style-file.ts'

const picture = `/media/${'ab'.repeat(16)}-512.webp`
const none = { pictures: new Set<string>(), sounds: new Set<string>() }

function fileOf(content: unknown): File {
  return new File([typeof content === 'string' ? content : JSON.stringify(content)], 'style.json')
}

test('a style is read from a file', async () => {
  const style = { ...standardStyle(), look: { ...lookOf('ticket'), picture } }

  expect(await importStyle(fileOf(style), { ...none, pictures: new Set([picture]) })).toEqual({
    style,
    hasLostFiles: false,
  })
})

test('pictures and sounds that are not the creator’s are left out', async () => {
  const sound = {
    sound: { source: 'uploaded' as const, soundId: '3f0e6c1a-5b7d-4e21-9c84-6a2d8f17b0c5' },
    volume: 50,
  }
  const style = { ...standardStyle(), look: { ...lookOf('ticket'), picture, sound } }

  const imported = await importStyle(fileOf(style), none)

  expect(imported?.hasLostFiles).toBe(true)
  expect(imported?.style.look).toMatchObject({ picture: null, sound: null })
})

test.each([
  ['is no JSON', 'hello'],
  ['is of a later version', { ...standardStyle(), version: 2 }],
  ['has more than a style', { ...standardStyle(), script: 'alert(1)' }],
  [
    'has an unknown variable in a text',
    {
      ...standardStyle(),
      look: {
        ...lookOf('liquid'),
        texts: { ...lookOf('liquid').texts, goalTip: { headline: '{nope}', line: null } },
      },
    },
  ],
  ['is too large', 'x'.repeat(300_000)],
])('a file that %s is refused', async (_, content) => {
  expect(await importStyle(fileOf(content), none)).toBe(undefined)
})
