/** Posts to Twitch chat as the bot, by Twitch's API or over IRC. Only the process that holds Twitch's lease opens it. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../../db/connection.ts'
import type { ConnectionRow } from '../../../db/schema.ts'
import { openBotToken } from '../../../domain/chat/bot-token.ts'
import type { TwitchConfig } from '../../../domain/config/chat/twitch.ts'
import { openTwitchOauth } from '../../../domain/chat/platforms/twitch/oauth.ts'
import { watchBotToken } from '../../../domain/chat/watch-bot-token.ts'
import { GiveUpError, SlowDownError } from '../../errors.ts'
import { openThrottle } from '../throttle.ts'
import type { Throttle } from '../throttle.ts'
import type { ChatPoster, Readiness } from '../poster.ts'
import { openApiSender } from './api-sender.ts'
import { openTwitchChat } from './chat.ts'
import { openTwitchChannels } from './channels.ts'
import type { TwitchTimeouts } from './client.ts'
import { openTwitchLimits } from './limits.ts'
import { openTwitchNames } from './names.ts'
import { openTwitchRefusals } from './refusals.ts'
import { openTwitchRepeats } from './repeats.ts'
import { openTwitchRoles } from './roles.ts'
import { openTwitchSender, plainGapMs } from './sender.ts'
import type { SendOutcome, TwitchSender } from './sender.ts'
import { openTwitchWays } from './ways.ts'
import type { SecretKeys } from '../../../domain/config/secret-keys.ts'

export interface TwitchPosterContext {
  db: Db
  log: Logger
  config: TwitchConfig
  secretsKey: SecretKeys
  timeouts?: TwitchTimeouts | undefined
  /** The speed of the stand-in's clock: 1 is real time, 100 is a hundred times as fast. */
  scale?: number | undefined
  /** In how many channels the bot may be at a time, not counting those where it is a moderator. */
  maxPlainChannels?: number | undefined
}

/** Opens the poster. It connects to IRC on first use there, and joins a channel before its first message. */
export function openTwitchPoster(ctx: TwitchPosterContext): ChatPoster {
  const { db, log, config, secretsKey, timeouts, scale = 1, maxPlainChannels } = ctx
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
  const channels = openTwitchChannels(limits, maxPlainChannels)
  const names = openTwitchNames({ db, log, oauth, token })
  const throttle = openThrottle()
  const refusals = openTwitchRefusals({ limits, throttle, scale })
  const roles = openTwitchRoles()
  const irc = openTwitchSender({ log, chat, channels, names, roles, limits, throttle, scale })
  const api = openApiSender({ log, config, oauth, token, limits, throttle, roles, scale })
  const sender = openTwitchWays({ db, api, irc, scale })
  const sendVaried = varyRepeats(sender, throttle, scale)
  const watch = watchBotToken({ log, platform: 'twitch', token, validate: oauth.validate })

  return {
    platform: 'twitch',
    async ready(row): Promise<Readiness> {
      const waitMs = throttle.waitMs(row.platformUserId)
      if (waitMs > 0) return { messages: 0, waitMs }
      if (!roles.isPrivileged(row)) {
        // Otherwise each waiting chat would join its channel, and others would have to be left for it.
        const state = await limits.readMessages(false)
        if (state.left === 0) return { messages: 0, waitMs: state.waitMs }
      }
      const { isPrivileged, isSlow } = await sender.enter(row)
      const state = await limits.readMessages(isPrivileged)
      return { messages: isSlow ? Math.min(state.left, 1) : state.left, waitMs: state.waitMs }
    },
    async post(row, text, { isRetry = false, isTest = false } = {}) {
      if (isTest) api.forgetRoles()
      const response = await sendVaried(row, text, isRetry)
      if (response.kind === 'refused') throw await refusals.handle(row.platformUserId, response)
      if (response.kind === 'silence') throw new GiveUpError('unconfirmed')
      roles.remember(row, response.isPrivileged)
      return response.isPrivileged ? 'posted' : 'notModerator'
    },
    async close() {
      watch.close()
      await chat.close()
    },
  }
}

/**
 * Returns a function that sends a message. If Twitch refuses it as a repetition although nobody has tried to send it before, it is
 * sent again with a number.
 */
function varyRepeats(sender: TwitchSender, throttle: Throttle, scale: number) {
  const repeats = openTwitchRepeats(scale)

  async function waitForThrottle({ platformUserId }: ConnectionRow): Promise<void> {
    const waitMs = throttle.waitMs(platformUserId)
    if (waitMs > plainGapMs) throw new SlowDownError(waitMs)
    if (waitMs > 0) await delay(waitMs)
  }

  return async function sendVaried(row: ConnectionRow, text: string, isRetry: boolean): Promise<SendOutcome> {
    const { platformUserId } = row
    const send = async () => {
      await waitForThrottle(row)
      return sender.send(row, (isPrivileged) =>
        isPrivileged || isRetry ? text : repeats.vary(platformUserId, text),
      )
    }
    let response = await send()
    if (response.kind === 'refused' && response.id === 'msg_duplicate' && !isRetry) {
      repeats.record(platformUserId, text)
      response = await send()
    }
    if (response.kind === 'accepted') repeats.record(platformUserId, text)
    return response
  }
}
