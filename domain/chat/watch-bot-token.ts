/** Checks a bot's grant on a schedule, so that an outage is known before the next tip and its end is noticed by itself. */
import type { Logger } from 'pino'
import { GrantRevokedError } from './oauth-tokens.ts'
import type { BotToken } from './bot-token.ts'

interface WatchContext {
  log: Logger
  platform: string
  token: BotToken
  validate(accessToken: string): Promise<boolean>
  /** Milliseconds between two checks of a grant that works. Twitch requires one an hour. */
  everyMs?: number
  /** Milliseconds between two checks of one that does not. */
  retryMs?: number
}

const hourMs = 3_600_000
const minuteMs = 60_000

/** Starts checking, at once and then on schedule. */
export function watchBotToken(ctx: WatchContext): { close(): void } {
  const { log, platform, token, validate, everyMs = hourMs, retryMs = minuteMs } = ctx
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function check(): Promise<number> {
    try {
      const accessToken = await token.get()
      if (await validate(accessToken)) return everyMs
      token.drop(accessToken)
      await token.get()
      return everyMs
    } catch (error) {
      const isRevoked = error instanceof GrantRevokedError
      const reason = (error as Error).message
      if (isRevoked) log.error({ platform, reason }, 'bot unavailable: connect its account again')
      else log.warn({ platform, reason }, 'bot not checked')
      return retryMs
    }
  }

  async function run(): Promise<void> {
    const waitMs = await check()
    if (!isClosed) timer = setTimeout(() => void run(), waitMs).unref()
  }
  void run()

  return {
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
