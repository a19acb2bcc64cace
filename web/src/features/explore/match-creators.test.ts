import { expect, test } from 'vitest'
import type { Creator } from '../../../../contract/entities.ts'
import { buildCreator } from '../../test/builders.ts'
import { sortByUserName, matchCreators, previewBio, filterByTag } from './match-creators.ts'

function named(user_name: string, display_name: string, tagNames: string[] = []): Creator {
  return buildCreator({ user_name, display_name, tagNames })
}

const creators = [
  named('zoe', 'Zoë Park', ['art']),
  named('Miravale', 'Mira Vale', ['art', 'clay']),
  named('ben', 'Benjamin'),
]
const names = (list: Creator[]) => list.map(({ user_name: name }) => name)

test('matches display names and usernames, ignoring case', () => {
  expect(names(matchCreators(creators, 'VALE'))).toEqual(['Miravale'])
  expect(names(matchCreators(creators, 'park'))).toEqual(['zoe'])
  expect(names(matchCreators(creators, ' jam '))).toEqual(['ben'])
  expect(matchCreators(creators, '  ')).toEqual([])
})

test('sorts by username, ignoring case', () => {
  expect(names(sortByUserName(creators))).toEqual(['ben', 'Miravale', 'zoe'])
})

test('filters by tag', () => {
  expect(names(filterByTag(creators, 'clay'))).toEqual(['Miravale'])
  expect(filterByTag(creators, null)).toHaveLength(3)
})

test('cuts a bio to 220 characters and three dots', () => {
  expect(previewBio('x'.repeat(220))).toHaveLength(220)
  expect(previewBio('x'.repeat(221))).toBe(`${'x'.repeat(220)}...`)
})
