import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chatLimits, chatMessageKinds, chatTemplates, renderChatMessage } from './chat-message.ts'
import {
  chatAddress,
  findAmountsFault,
  findAmountTemplate,
  findTemplateFault,
  templateTextLimit,
} from './chat-template.ts'
import type { TemplateContext } from './chat-template.ts'
import { chatPlatform } from './platforms.ts'

const goals = 'https://brimful.example/mira/current-goals'
const place: TemplateContext = {
  kind: 'goalTip',
  platform: 'youtube',
  showsMessage: false,
  url: chatAddress('goalTip', goals),
}

test.each(chatPlatform.options)('accepts the specification’s wording on %s', (platform) => {
  for (const kind of chatMessageKinds) {
    const there = { ...place, kind, platform, url: chatAddress(kind, goals) }
    expect(findTemplateFault(chatTemplates[kind], there)).toBeUndefined()
  }
})

const unknown = (name: string) => ({
  key: 'invalid_template_variable',
  values: { name, names: '{goal}, {user}, {amount}, {goal URL}, {raised}, {left}, {percent}' },
})
const tooLong = (count: number) => ({ key: 'invalid_template_long', values: { count } })

test.each([
  ['', 'invalid_template_empty'],
  [' \n\u200B', 'invalid_template_empty'],
  ['/me thanks {user}', 'invalid_template_command'],
  ['  !so {user}', 'invalid_template_command'],
  ['\u200B.ban {user}', 'invalid_template_command'],
  ['Thanks {name}', unknown('{name}')],
  ['Thanks {User}', unknown('{User}')],
  ['Thanks { user }', unknown('{ user }')],
  ['Thanks {}', unknown('{}')],
  ['Thanks {user', { key: 'invalid_template_braces', values: { open: '{', close: '}' } }],
  ['Thanks user}', { key: 'invalid_template_braces', values: { open: '{', close: '}' } }],
  ['{user}: {message}', { key: 'invalid_template_message', values: { name: '{message}' } }],
  ['{user} {user}', { key: 'invalid_template_repeated', values: { name: '{user}' } }],
  [`${'a'.repeat(201)}`, tooLong(1)],
  [`{goal URL} ${'a'.repeat(200)}`, tooLong(80)],
])('%j is refused', (text, fault) => {
  expect(findTemplateFault(text, place)).toEqual(fault)
})

test('a general tip’s template may use the address but not the goal', () => {
  const general = { ...place, kind: 'generalTip', url: goals } as const
  expect(findTemplateFault('{user} for {goal}', general)).toMatchObject({ key: 'invalid_template_goal' })
  expect(findTemplateFault('{user} gave {amount}: {goal URL}', general)).toBeUndefined()
})

test('limits the length by platform and by what is stored', () => {
  const text = 'a'.repeat(300)
  expect(findTemplateFault(text, { ...place, platform: 'twitch' })).toBeUndefined()
  expect(findTemplateFault('a'.repeat(templateTextLimit), { ...place, platform: 'discord' })).toBeUndefined()
  expect(findTemplateFault('a'.repeat(templateTextLimit + 1), { ...place, platform: 'discord' })).toEqual(
    tooLong(1),
  )
})

test('a valid template keeps all its words in every message', () => {
  const words = fc.array(fc.constantFrom('{user}', '{goal}', '{amount}', '{goal URL}', 'ab', 'cd!', 'é'), {
    maxLength: 60,
  })
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
  fc.assert(
    fc.property(
      words,
      name,
      name,
      fc.constantFrom(...chatPlatform.options),
      (parts, user, goal, platform) => {
        const text = parts.join(' ')
        const there = { ...place, platform }
        fc.pre(findTemplateFault(text, there) === undefined)
        const values = { user, goal, amountMinor: 4_999_999, currency: 'gbp', url: place.url } as const
        const line = renderChatMessage(
          text,
          { ...values, url: `${place.url}/and-more`, shortUrl: place.url },
          chatLimits[platform],
        )
        for (const part of parts.filter((one) => !one.startsWith('{'))) expect(line).toContain(part)
        if (parts.includes('{goal URL}')) expect(line).toContain(place.url)
      },
    ),
    { numRuns: 500 },
  )
})

test('a template may contain a tip’s message by choice, but not that of a funded goal', () => {
  const chosen = { ...place, showsMessage: true }
  expect(findTemplateFault('{user}: {message}', chosen)).toBeUndefined()
  expect(findTemplateFault('{goal}: {message}', { ...chosen, kind: 'goalFunded' })).toMatchObject({
    key: 'invalid_template_variable',
  })
})

test('the template of the largest amount that a tip reaches is used', () => {
  const from = (amount: number, text: string) => ({ kind: 'goalTip' as const, from: amount, text })
  const templates = [
    from(5000, 'fifty'),
    from(1000, 'ten'),
    { ...from(100, 'general'), kind: 'generalTip' as const },
  ]
  const cases = [999, 1000, 4999, 5000, 90_000].map((worth) =>
    findAmountTemplate(templates, 'goalTip', worth),
  )
  expect(cases).toEqual([undefined, 'ten', 'ten', 'fifty', 'fifty'])
  expect(findAmountTemplate(templates, 'goalFunded', 90_000)).toBeUndefined()
})

test('refuses two templates from the same amount, and a sixth of one kind', () => {
  const ofKind = (kind: 'goalTip' | 'generalTip', ...amounts: number[]) =>
    amounts.map((from) => ({ kind, from }))
  const five = [100, 200, 300, 400, 500]
  expect(findAmountsFault([...ofKind('goalTip', ...five), ...ofKind('generalTip', ...five)])).toBeUndefined()
  expect(findAmountsFault(ofKind('goalTip', 100, 200, 100))).toBe('invalid_template_amount')
  expect(findAmountsFault(ofKind('goalTip', ...five, 600))).toEqual({
    key: 'invalid_template_amounts',
    values: { count: 5 },
  })
})
