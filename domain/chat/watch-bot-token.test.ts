import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { BotToken } from './bot-token.ts'
import { GrantRevokedError } from './oauth-tokens.ts'
import { watchBotToken } from './watch-bot-token.ts'

test('a revoked bot is an error in the log at once and is tried again soon, until it works', async () => {
  const lines: { level: number; msg: string; platform: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  let attempts = 0
  const token: BotToken = {
    async get() {
      attempts += 1
      if (attempts < 3) throw new GrantRevokedError()
      return 'access'
    },
    drop() {},
  }

  const watch = watchBotToken({
    log,
    platform: 'twitch',
    token,
    validate: async () => true,
    everyMs: 60_000,
    retryMs: 5,
  })

  await expect.poll(() => attempts).toBe(3)
  expect(lines).toEqual([
    expect.objectContaining({
      level: 50,
      platform: 'twitch',
      msg: expect.stringContaining('bot unavailable'),
    }),
    expect.objectContaining({ level: 50, platform: 'twitch' }),
  ])
  watch.close()
})

test('a token that the platform no longer accepts is replaced', async () => {
  const dropped: string[] = []
  let isValid = false
  const token: BotToken = {
    get: async () => (isValid ? 'new' : 'old'),
    drop: (old) => void dropped.push(old),
  }
  const validated: string[] = []

  const watch = watchBotToken({
    log: pino({ level: 'silent' }),
    platform: 'youtube',
    token,
    async validate(accessToken) {
      validated.push(accessToken)
      if (accessToken === 'new') return true
      isValid = true
      return false
    },
    everyMs: 5,
  })

  await expect.poll(() => validated).toContain('new')
  expect(dropped).toEqual(['old'])
  watch.close()
})
