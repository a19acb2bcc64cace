import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { locales } from '../contract/locale.ts'

type Text = string | { selectors: string[]; match: Record<string, string> }[]

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../i18n/${path}`, import.meta.url), 'utf8'))
}

const settings = read('project.inlang/settings.json') as { baseLocale: string; locales: string[] }
const catalogues = new Map(
  locales.map((locale) => [locale, read(`${locale}.json`) as Record<string, Text>] as const),
)
const base = catalogues.get('en')!
const others = locales.filter((locale) => locale !== 'en')

function formsOf(text: Text | undefined): string[] {
  return typeof text === 'string' ? [text] : (text ?? []).flatMap(({ match }) => Object.values(match))
}

function parametersOf(text: Text | undefined): string[] {
  const found = formsOf(text).flatMap((form) =>
    [...form.matchAll(/\{(\w+)\}/g)].map(([parameter]) => parameter),
  )
  return [...new Set(found)].toSorted()
}

test('exactly the languages of the product are compiled', () => {
  expect([settings.baseLocale, settings.locales]).toEqual(['en', [...locales]])
})

test.each(others)('%s has every text, without empty or surplus ones', (locale) => {
  const catalogue = catalogues.get(locale)!
  expect(Object.keys(catalogue).toSorted()).toEqual(Object.keys(base).toSorted())
  expect(
    Object.keys(catalogue).filter((key) => formsOf(catalogue[key]).some((form) => !form.trim())),
  ).toEqual([])
})

test.each(others)('%s uses the same parameters in each text', (locale) => {
  const catalogue = catalogues.get(locale)!
  const differing = Object.keys(base).filter(
    (key) => String(parametersOf(base[key])) !== String(parametersOf(catalogue[key])),
  )
  expect(differing).toEqual([])
})

/** Returns what a text is chosen by, such as the names of themes; the numbers of plurals differ between languages. */
function choicesOf(text: Text | undefined): string[] {
  if (typeof text !== 'object') return []
  const named = text.filter(({ selectors }) => !selectors.some((selector) => selector.endsWith('Plural')))
  return named.flatMap(({ match }) => Object.keys(match))
}

test.each(others)('%s has a text for each name that a text is chosen by', (locale) => {
  const catalogue = catalogues.get(locale)!
  for (const key of Object.keys(base)) expect(choicesOf(catalogue[key])).toEqual(choicesOf(base[key]))
})
