import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor, parseSync } from 'vite'
import { expect, test } from 'vitest'
import { lookUpIn } from '../contract/said.ts'
import { sayIn as serverSays } from '../server/http/said.ts'
import { saidMessages } from '../web/src/lib/said-messages.ts'

/** Where sentences are for operators, for a file, or for a chat, and none is shown by a page. */
const notForPages =
  /\.(test|full|fixture)\.ts$|^server\/(main|roles|http\/openapi)|^domain\/(config|accounts\/data-export|mail\/require-mail)|data-export-sections/
/** What the bot writes into a channel, in its own English. */
const notForPeople = ['Brimful is connected: your tips will be told here.']
/** What a sentence is filled with. */
const filling = '7'

/** Whole sentences in a file, filled in; no description of a call, and no word about a bug. */
function sentencesIn(file: string): string[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  const skipped: [number, number][] = []
  const found: { at: number; text: string }[] = []
  new Visitor({
    Property: ({ key, start, end }) => {
      if (key.type === 'Identifier' && key.name === 'summary') skipped.push([start, end])
    },
    NewExpression: ({ callee, start, end }) => {
      if (callee.type === 'Identifier' && callee.name === 'Error') skipped.push([start, end])
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string') found.push({ at: start, text: value })
    },
    TemplateLiteral: ({ quasis, start }) => {
      found.push({ at: start, text: quasis.map(({ value }) => value.cooked ?? '').join(filling) })
    },
  }).visit(program)
  return found
    .filter(({ at }) => !skipped.some(([start, end]) => start <= at && at < end))
    .map(({ text }) => text)
    .filter((text) => /^[A-Z\d].* .*[.!?]$/.test(text) && !notForPeople.includes(text))
}

function sentencesOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.ts') && !notForPages.test(file))
  return [...new Set(files.flatMap(sentencesIn))]
}

test('every sentence that the server may say to people is known in German', () => {
  const said = ['contract', 'domain', 'server', 'db/queries'].flatMap(sentencesOf)

  expect(said.length).toBeGreaterThan(90)
  expect(said.filter((text) => serverSays(text, 'de') === text)).toEqual([])
  expect(said.filter((text) => serverSays(text, 'en') !== text)).toEqual([])
})

test('every complaint of the contract’s schemas is known to the pages, which check before they send', () => {
  const webSays = lookUpIn(saidMessages)
  const said = sentencesOf('contract').filter((text) => !sentencesIn('contract/errors.ts').includes(text))

  expect(said.length).toBeGreaterThan(25)
  expect([...said, 'Invalid input'].filter((text) => webSays(text, 'de') === text)).toEqual([])
})

test('what was filled in is taken along, numbers and amounts as German writes them', () => {
  const german = (text: string) => serverSays(text, 'de')

  expect(german('There is no {x}. You can use {user}, {goal URL}.')).toBe(
    '{x} gibt es nicht. Du kannst {user}, {goal URL} verwenden.',
  )
  expect(german('The least that this creator takes is £1,200.50.')).toBe(
    'Dieser Creator nimmt mindestens 1.200,50\u00a0£.',
  )
  expect(german('Please use at most 1,000 characters.')).toBe('Bitte nimm höchstens 1.000 Zeichen.')
  expect(german('A sentence of nobody.')).toBe('A sentence of nobody.')
})
