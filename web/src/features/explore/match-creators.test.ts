import { expect, test } from 'vitest'
import type { Creator } from '../../../../contract/entities.ts'
import { byUserName, matchCreators, previewBio, withTag } from './match-creators.ts'

function buildCreator(user_name: string, display_name: string, tagNames: string[] = []): Creator {
  return {
    uid: user_name,
    user_name,
    display_name,
    image: null,
    cover_image: null,
    bio: '',
    yt_url: null,
    twitter_url: null,
    insta_url: null,
    fb_url: null,
    account_type: 1,
    currency: 'gbp',
    isverified: false,
    tagNames,
  }
}

const creators = [
  buildCreator('zoe', 'Zoë Park', ['art']),
  buildCreator('Miravale', 'Mira Vale', ['art', 'clay']),
  buildCreator('ben', 'Benjamin'),
]
const names = (list: Creator[]) => list.map(({ user_name: name }) => name)

test('matches display name or username, whatever the case', () => {
  expect(names(matchCreators(creators, 'VALE'))).toEqual(['Miravale'])
  expect(names(matchCreators(creators, 'park'))).toEqual(['zoe'])
  expect(names(matchCreators(creators, ' jam '))).toEqual(['ben'])
  expect(matchCreators(creators, '  ')).toEqual([])
})

test('sorts by username, whatever the case', () => {
  expect(names(byUserName(creators))).toEqual(['ben', 'Miravale', 'zoe'])
})

test('a tag keeps those who wear it', () => {
  expect(names(withTag(creators, 'clay'))).toEqual(['Miravale'])
  expect(withTag(creators, null)).toHaveLength(3)
})

test('a biography is cut to 220 characters and three dots', () => {
  expect(previewBio('x'.repeat(220))).toHaveLength(220)
  expect(previewBio('x'.repeat(221))).toBe(`${'x'.repeat(220)}...`)
})
