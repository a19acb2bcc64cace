import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { tipAlert } from '../../contract/alerts/alert.ts'
import type { SampleKind } from '../../contract/alerts/sample-alerts.ts'
import { sampleTipOf } from './sample-tips.ts'
import { toAlert, toSampleAlert, toTestAlert } from './to-alert.ts'

const locale = 'de' as const
const words = { blockedWords: ['kettle'], ownNames: ['mira', 'Mira Vale'], action: 'mask' as const }
const at = new Date('2026-03-01T10:00:00Z')
const tip = {
  supporterName: 'Grace',
  isAnonymous: false,
  isPrivate: false,
  message: 'For the kiln!',
  amountMinor: 700,
  currency: 'gbp' as const,
}
const goal = { title: 'A kiln', amountMinor: 1000, receivedMinor: 900 }

test('a tip shows its name, message, amount and the goal with the tip in it', () => {
  expect(toAlert({ kind: 'tip', tip, goal, words, locale, at })).toEqual({
    kind: 'tip',
    isTest: false,
    name: 'Grace',
    message: 'For the kiln!',
    amount: 700,
    currency: 'gbp',
    goal: { title: 'A kiln', amount: 1000, amountReceived: 900 },
    locale: 'de',
    at: '2026-03-01T10:00:00.000Z',
  })
})

test('a general tip has no goal', () => {
  expect(toAlert({ kind: 'tip', tip, goal: null, words, locale, at }).goal).toBeNull()
})

test('an anonymous tip does not carry its name', () => {
  expect(
    JSON.stringify(toAlert({ kind: 'tip', tip: { ...tip, isAnonymous: true }, goal, words, locale, at })),
  ).not.toContain('Grace')
})

test('a private message does not leave the house', () => {
  const body = toAlert({ kind: 'tip', tip: { ...tip, isPrivate: true }, goal, words, locale, at })
  expect(body.message).toBeNull()
  expect(body).toMatchObject({ name: 'Grace', amount: 700 })
})

test('a funded goal says nothing of its last tip’s message', () => {
  expect(toAlert({ kind: 'goalFunded', tip, goal, words, locale, at })).toMatchObject({
    kind: 'goalFunded',
    message: null,
    goal: {},
  })
})

test.each([
  ['kettle evil.com', '****** [link]'],
  ['Mira Vale', '“Mira Vale”'],
  ['kys', 'Anonymous'],
])('the name %s of a tip, and of a test, is shown as %s', (supporterName, shown) => {
  const test = {
    name: supporterName,
    amountMinor: 500,
    currency: 'gbp' as const,
    goalTitle: '',
    words,
    locale,
    at,
  }
  expect(toAlert({ kind: 'tip', tip: { ...tip, supporterName }, goal, words, locale, at }).name).toBe(shown)
  expect(toTestAlert(test).name).toBe(shown)
})

test('a test is marked as one', () => {
  const body = toTestAlert({
    name: 'TestUser',
    amountMinor: 500,
    currency: 'eur',
    goalTitle: 'Test Goal',
    words,
    locale,
    at,
  })
  expect(body).toMatchObject({
    isTest: true,
    locale: 'de',
    kind: 'tip',
    name: 'TestUser',
    amount: 500,
    currency: 'eur',
  })
  expect(body.goal).toEqual({ title: 'Test Goal', amount: 1000, amountReceived: 500 })
})

test('every alert fits the contract once it has its place', () => {
  const placed = { id: '0b5f6a86-3f0e-4f5e-9d2a-3f7a5f0c8d11', seq: 1 }
  for (const body of [
    toAlert({ kind: 'tip', tip, goal, words, locale, at }),
    toAlert({ kind: 'goalFunded', tip, goal, words, locale, at }),
    toTestAlert({ name: 'TestUser', amountMinor: 500, currency: 'gbp', goalTitle: '', words, locale, at }),
  ])
    expect(z.safeParse(tipAlert, { ...placed, ...body }).success).toBe(true)
})

test.each<[SampleKind, object]>([
  ['message', { kind: 'tip', name: 'Ada', message: 'Love the stream, keep going!' }],
  [
    'long-name',
    { name: expect.stringMatching(/^.{45,50}$/), message: expect.stringMatching(/^.{200,500}$/) },
  ],
  ['emoji', { name: '🦊 Pixel Fox 🎉', message: expect.stringContaining('🏳️‍🌈'), goal: null }],
  ['right-to-left', { name: 'نور الهدى', message: expect.stringContaining('شكرًا') }],
  ['anonymous', { name: 'Anonymous', message: expect.any(String) }],
  ['private', { name: 'Ada', message: null }],
  ['goal-funded', { kind: 'goalFunded', message: null, goal: { amount: 10_000, amountReceived: 10_000 } }],
])('a sample of the kind %s is censored and shown like a real tip, and marked as a test', (sample, shown) => {
  const body = toSampleAlert({ ...sampleTipOf(sample, 'gbp', 'en'), words, locale: 'en', at })
  expect(body).toMatchObject({ isTest: true, kind: 'tip', amount: 25_00, currency: 'gbp', ...shown })
})
