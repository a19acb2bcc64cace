import { expect, test } from 'vitest'
import { parseLine, withTags } from './irc.ts'

test.for([
  ['NICK brimfulbot', { tags: {}, command: 'NICK', params: ['brimfulbot'] }],
  ['privmsg #ada :hi :) there', { tags: {}, command: 'PRIVMSG', params: ['#ada', 'hi :) there'] }],
  ['CAP REQ :a b', { tags: {}, command: 'CAP', params: ['REQ', 'a b'] }],
  [
    '@client-nonce=1;x= PRIVMSG #a :b',
    { tags: { 'client-nonce': '1', x: '' }, command: 'PRIVMSG', params: ['#a', 'b'] },
  ],
  ['PING', { tags: {}, command: 'PING', params: [] }],
] as const)('parses %s', ([line, expected]) => {
  expect(parseLine(line)).toEqual(expected)
})

test('escapes tag values', () => {
  expect(withTags({ 'display-name': 'a;b c\\', mod: 1 }, ':x Y')).toBe(
    '@display-name=a\\:b\\sc\\\\;mod=1 :x Y',
  )
})
