import { expect, test } from 'vitest'
import { censorTip, isForReview } from './censor-tip.ts'
import { toSafeName } from './safe-name.ts'

const words = { blockedWords: ['spoiler'], ownNames: ['mira'] }
const shown = (name: string, message: string | null, action: 'mask' | 'leave-out' | 'hold') => {
  const tip = censorTip({ name, message }, { ...words, action })
  return [tip.name, tip.message]
}

test.each([
  ['Grace', 'nice spoiler', 'nice *******'],
  ['Grace', 'see evil.com', 'see [link]'],
  ['Grace', 'what the fuck', 'what the ****'],
])(
  'the message of %s, “%s”, is masked by default and when tips are held, or left out',
  (name, text, masked) => {
    expect(shown(name, text, 'mask')).toEqual([name, masked])
    expect(shown(name, text, 'hold')).toEqual([name, masked])
    expect(shown(name, text, 'leave-out')).toEqual([name, null])
  },
)

test.each([
  ['Spoiler King', '******* King'],
  ['evil.com', '[link]'],
])('a name with a hit, %s, is masked, or becomes “Anonymous”; the message stays', (name, masked) => {
  expect(shown(name, 'Hello', 'hold')).toEqual([masked, 'Hello'])
  expect(shown(name, 'Hello', 'leave-out')).toEqual(['Anonymous', 'Hello'])
})

test('a name that is only quoted, and a text without a hit, are not left out', () => {
  expect(shown('Mira', 'Scunthorpe', 'leave-out')).toEqual(['“Mira”', 'Scunthorpe'])
})

test('only with “hold”, and only what the public would read, is a reason for a review', () => {
  const hit = { name: 'Grace', message: 'see evil.com' }
  expect(
    (['mask', 'leave-out', 'hold'] as const).map((action) => isForReview(hit, { ...words, action })),
  ).toEqual([false, false, true])
  const hold = { ...words, action: 'hold' } as const
  expect(isForReview({ name: 'Spoiler King', message: null }, hold)).toBe(true)
  expect(isForReview({ name: 'kys', message: null }, hold)).toBe(true)
  expect(isForReview({ name: 'Mira', message: 'Hello' }, hold)).toBe(false)
  expect(isForReview({ name: 'Anonymous', message: null }, hold)).toBe(false)
})

test('chats mask a name or leave it out by the same rule', () => {
  const context = { template: '{user}', ownNames: [], blockedWords: ['spoiler'] } as const
  const safe = (name: string, action: 'mask' | 'leave-out' | 'hold') =>
    toSafeName(name, { ...context, action })

  expect(safe('Spoiler King', 'mask')).toBe('******* King')
  expect(safe('Spoiler King', 'hold')).toBe('******* King')
  expect(safe('Spoiler King', 'leave-out')).toBe('')
  expect(safe('evil.com', 'leave-out')).toBe('')
  expect(safe('Grace', 'leave-out')).toBe('Grace')
})
