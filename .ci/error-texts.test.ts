import { readFileSync } from 'node:fs'
import { Visitor, parseSync } from 'vite'
import { expect, test } from 'vitest'
import { errorCodes } from '../contract/errors.ts'
import { locales } from '../contract/locale.ts'
import { translate } from '../server/http/translate.ts'
import { listFiles } from './files.ts'

/** Files whose sentences never appear on a page: they are for operators, banks and chats, or for a file that a person downloads. */
const notForPages =
  /\.(test|full|fixture)\.ts$|^server\/(roles|http\/(openapi|asyncapi))|^domain\/(speech\/sample-texts|config\/|tasks\/run-process|start\/|doctor\/|admin\/create-first-admin|insights\/chat-answers|finding\.|chat\/(bot-connection|connect-bot|return-listener|platforms\/\w+\/bot|platforms\/reconnect)\.|payments\/(refunds\/write-facts|paypal\/dispute-responses)|accounts\/data-export|mail\/require-mail)|data-export-sections/
/** Returns the sentences in a source file, except the summaries of calls and the messages of errors that are bugs. */
function sentencesIn(file: string, source: string): string[] {
  const { program } = parseSync(file, source)
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
      found.push({ at: start, text: quasis.map(({ value }) => value.cooked ?? '').join('7') })
    },
  }).visit(program)
  return found
    .filter(({ at }) => !skipped.some(([start, end]) => start <= at && at < end))
    .map(({ text }) => text)
    .filter((text) => /^[A-Z\d].* .*[.!?]$/.test(text))
}

const sources = new Map(
  listFiles('.')
    .filter((file) => /^(contract|domain|server|db\/queries|web\/src)\/.*\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
)

test.each(locales)('every error code has a text in %s', (locale) => {
  const texts = errorCodes.map((code) => translate(`error_${code}`, locale))

  expect(texts.filter((text) => !/ .*[.!?]$/.test(text))).toEqual([])
})

test('no code outside the catalogue holds a sentence for people', () => {
  const files = [...sources].filter(([file]) => !file.startsWith('web/') && !notForPages.test(file))
  const found = files.flatMap(([file, source]) => sentencesIn(file, source))

  expect(found).toEqual([])
  expect(files.length).toBeGreaterThan(500) // so the search reads the files
})

test('a sentence in an error or a schema is found', () => {
  const planted = `
    throw new AppError('unavailable', 'PayPal is away.')
    z.maxLength(9, \`Please use at most \${9} characters.\`)
    throw new Error('A bug is not for people.')`

  expect(sentencesIn('planted.ts', planted)).toEqual(['PayPal is away.', 'Please use at most 7 characters.'])
})

test('the catalogue has no text of an error that nothing uses', () => {
  const texts = JSON.parse(readFileSync('i18n/en.json', 'utf8')) as Record<string, unknown>
  const keys = Object.keys(texts).filter((key) => /^(error_|invalid(_|$))/.test(key))
  const code = [...sources]
    .filter(([file]) => file !== 'contract/errors.ts')
    .map(([, source]) => source)
    .join('\n')
  const templates = [...code.matchAll(/`((?:error|invalid)_\w*\$\{[^`]*)`/g)].map(
    ([, template = '']) => new RegExp(`^${template.replace(/\$\{[^}]*\}/g, '\\w+')}$`),
  )
  const isUsed = (key: string) =>
    errorCodes.some((error) => key === `error_${error}`) ||
    templates.some((template) => template.test(key)) ||
    new RegExp(`['.]${key}\\b`).test(code)

  expect(keys.length).toBeGreaterThan(90)
  expect(keys.filter((key) => !isUsed(key))).toEqual([])
})

test('numbers and amounts are written as the language writes them', () => {
  const amount = { amountMinor: 120_050, currency: 'gbp' } as const
  const german = (text: Parameters<typeof translate>[0]) => translate(text, 'de')

  expect(
    german({ key: 'invalid_template_variable', values: { name: '{x}', names: '{user}, {goal URL}' } }),
  ).toBe('{x} gibt es nicht. Du kannst {user}, {goal URL} verwenden.')
  expect(german({ key: 'invalid_tip_below_minimum', values: { amount } })).toBe(
    'Dieser Creator nimmt Trinkgelder ab 1.200,50\u00a0£ an.',
  )
  expect(german({ key: 'invalid_too_long', values: { count: 1000 } })).toBe(
    'Bitte verwende höchstens 1.000 Zeichen.',
  )
})
