import { expect, test } from 'vitest'
import { judgeResponse } from './judge-response.ts'

test.each([
  [200, 'taken'],
  [201, 'taken'],
  [302, 'tipRefused'],
  [401, 'tokenRefused'],
  [403, 'tokenRefused'],
  [422, 'tipRefused'],
  [429, 'wait'],
  [500, 'answerLost'],
  [502, 'answerLost'],
  [503, 'again'],
] as const)('a response %i is %s', (status, judgement) => {
  expect(judgeResponse({ status, problem: null })).toBe(judgement)
})

test.each([
  ['connection', 'again'],
  ['tls', 'again'],
  ['private', 'again'],
  ['timeout', 'answerLost'],
  ['lost', 'answerLost'],
] as const)('no response because of %s is %s', (problem, judgement) => {
  expect(judgeResponse({ status: null, problem })).toBe(judgement)
})
