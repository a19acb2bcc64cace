/** Posts to Twitch chat as the bot. Only the process that holds Twitch's lease opens it and connects. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { BudgetState } from '../../db/queries/bot-budgets.ts'
import type { Db } from '../../db/connection.ts'
import { openBotToken } from '../../domain/chat/bot-token.ts'
import type { BotToken } from '../../domain/chat/bot-token.ts'
import type { TwitchConfig } from '../../domain/config.ts'
import { openTwitchOauth } from '../../domain/chat/twitch-oauth.ts'
import type { TwitchOauth } from '../../domain/chat/twitch-oauth.ts'
import { GiveUpError, SlowDownError } from '../errors.ts'
import { openThrottle } from './throttle.ts'
import type { ChatPoster, Readiness } from './poster.ts'
import { openTwitchChat } from './twitch-chat.ts'
import type { TwitchTimeouts } from './twitch-connection.ts'
import { openTwitchLimits } from './twitch-limits.ts'
import { toRefusal } from './twitch-notices.ts'
import { openTwitchSender, plainGapMs } from './twitch-sender.ts'

/** How often the access token in use is validated: Twitch requires it every hour. */
const validationMs = 3_600_000

export interface TwitchPosterContext {
  db: Db
  log: Logger
  config: TwitchConfig
  secretsKey: Buffer
  timeouts?: TwitchTimeouts | undefined
  /** The speed of the stand-in's clock: 1 is real time, 100 is a hundred times as fast. */
  scale?: number | undefined
}

/** Opens the poster. It connects on first use, and joins a channel before its first message there. */
export function openTwitchPoster(ctx: TwitchPosterContext): ChatPoster {
  const { db, log, config, secretsKey, timeouts, scale = 1 } = ctx
  const oauth = openTwitchOauth(config)
  const token = openBotToken({
    db,
    secretsKey,
    platform: 'twitch',
    configured: config.botRefreshToken,
    refresh: oauth.refresh,
  })
  const limits = openTwitchLimits(db, config, scale)
  const chat = openTwitchChat({ db, log, config, token, limits, timeouts })
  const throttle = openThrottle()
  const sender = openTwitchSender({ log, chat, limits, throttle, scale })
  const validation = validateHourly(oauth, token, log)

  /**
   * Until this time, chats with the lower limit have to wait. Meanwhile, chats with the higher limit keep to the lower one too,
   * because they would otherwise use up the shared budget before the others can send.
   */
  let lowerLimitUntil = 0

  async function readLimit(isPrivileged: boolean, isUrgent: boolean): Promise<BudgetState> {
    const useHigherLimit = isPrivileged && (isUrgent || performance.now() > lowerLimitUntil)
    const state = await limits.readMessages(useHigherLimit)
    if (!isPrivileged && state.left === 0) lowerLimitUntil = performance.now() + state.waitMs + plainGapMs
    return state
  }

  async function waitForThrottle(channel: string): Promise<void> {
    const waitMs = throttle.waitMs(channel)
    if (waitMs > plainGapMs) throw new SlowDownError(waitMs)
    if (waitMs > 0) await delay(waitMs)
  }

  /**
   * Converts Twitch's refusal of a message to an error, and makes the channel or the account wait, because the next messages would be refused for the same
   * reason.
   */
  async function handleRefusal(channel: string, { id, text }: { id: string; text: string }): Promise<Error> {
    const refusal = toRefusal(id, text, scale)
    if (!(refusal instanceof SlowDownError)) return refusal
    if (refusal.scope === 'destination') await limits.blockMessages(refusal.milliseconds)
    else if (id !== 'msg_duplicate') throttle.block(channel, refusal.milliseconds)
    return refusal
  }

  return {
    platform: 'twitch',
    async ready({ channel: name }, isUrgent): Promise<Readiness> {
      const channel = toChannel(name)
      const waitMs = throttle.waitMs(channel)
      if (waitMs > 0) return { messages: 0, waitMs }
      const { connection, isPrivileged } = await sender.enter(channel)
      const state = await readLimit(isPrivileged, isUrgent)
      const isSlow = !isPrivileged && connection.slowSeconds(channel) > 0
      return { messages: isSlow ? Math.min(state.left, 1) : state.left, waitMs: state.waitMs }
    },
    async post({ channel: name }, text) {
      const channel = toChannel(name)
      await waitForThrottle(channel)
      const response = await sender.send(channel, text)
      if (response.kind === 'refused') throw await handleRefusal(channel, response)
      if (response.kind === 'silence') throw new GiveUpError('unconfirmed')
      return response.isPrivileged ? 'posted' : 'notModerator'
    },
    async close() {
      clearInterval(validation)
      await chat.close()
    },
  }
}

function toChannel(name: string): string {
  return name.replace(/^#/, '').toLowerCase()
}

function validateHourly(oauth: TwitchOauth, token: BotToken, log: Logger): NodeJS.Timeout {
  async function validate(): Promise<void> {
    const accessToken = await token.get()
    if (!(await oauth.validate(accessToken))) token.drop(accessToken)
  }
  const onError = (error: Error) => log.warn({ reason: error.message }, 'twitch token not validated')
  return setInterval(() => void validate().catch(onError), validationMs).unref()
}
