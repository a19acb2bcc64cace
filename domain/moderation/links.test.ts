import { expect, test } from 'vitest'
import { maskLinks } from './links.ts'
import { english } from './texts/links/english.fixture.ts'
import { french } from './texts/links/french.fixture.ts'
import { german } from './texts/links/german.fixture.ts'
import { spanish } from './texts/links/spanish.fixture.ts'

const languages = [english, german, spanish, french]
const lines = (list: string) => list.trim().split(/\n\s*/)
const honest = languages.flatMap((language) => lines(language.honest))
const hostile = languages.flatMap((language) => lines(language.hostile))

test('there are at least 300 honest and 150 hostile sentences, each once', () => {
  expect(new Set([...honest, ...hostile]).size).toBe(honest.length + hostile.length)
  expect(honest.length).toBeGreaterThanOrEqual(300)
  expect(hostile.length).toBeGreaterThanOrEqual(150)
})

test('fewer than one in a hundred honest sentences loses a word as a link', () => {
  const hit = honest.filter((text) => maskLinks(text) !== text)
  expect(hit).toHaveProperty(
    'length',
    expect.toSatisfy((count: number) => count < honest.length / 100),
  )
})

test.each(hostile)('the link in “%s” is masked', (text) => {
  expect(maskLinks(text)).toContain('[link]')
})
