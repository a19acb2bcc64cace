import { expect, test } from 'vitest'
import { isOfSameService } from './same-service.ts'

const configured = 'wss://eventsub.wss.twitch.tv/ws'

test.each([
  ['wss://eventsub.wss.twitch.tv?challenge=one', true],
  ['wss://cell-a.eventsub.wss.twitch.tv/ws?challenge=one', true],
  ['ws://eventsub.wss.twitch.tv/ws', false],
  ['https://eventsub.wss.twitch.tv/ws', false],
  ['wss://eventsub.wss.twitch.tv.evil.example/ws', false],
  ['wss://evileventsub.wss.twitch.tv/ws', false],
  ['wss://eventsub.wss.twitch.tv@127.0.0.1/ws', false],
  ['nonsense', false],
])('a reconnection to %s is followed: %s', (url, expected) => {
  expect(isOfSameService(url, configured)).toBe(expected)
})
