/** Finds out which YouTube channel the bot posts as, because creators have to make it a moderator. */
import type { Logger } from 'pino'
import type { Db } from '../../../db/connection.ts'
import { findBotAccount, saveBotAccount } from '../../../db/queries/chat/bot-accounts.ts'
import { botKeyOf, openBotToken } from '../../../domain/chat/bot-token.ts'
import { openGoogleOauth } from '../../../domain/chat/platforms/youtube/oauth.ts'
import type { YoutubeConfig } from '../../../domain/config/chat/youtube.ts'
import { openYoutubeQuota } from './quota.ts'
import type { SecretKeys } from '../../../domain/config/secret-keys.ts'

export interface YoutubeBotContext {
  db: Db
  log: Logger
  config: YoutubeConfig
  secretsKey: SecretKeys
}

/** Stores the bot's channel, unless it is stored for the configured token. Never rejects; a failure is logged. */
export async function rememberYoutubeBot({ db, log, config, secretsKey }: YoutubeBotContext): Promise<void> {
  const bot = { platform: 'youtube', configured: config.botRefreshToken } as const
  const oauth = openGoogleOauth(config)
  try {
    if (await findBotAccount(db, botKeyOf(bot))) return
    const token = openBotToken({ db, secretsKey, ...bot, refresh: oauth.refresh })
    await openYoutubeQuota(db, config).take(1)
    const channel = await oauth.findChannel(await token.get())
    if (!channel) return log.error('the account of the YouTube bot has no channel')
    await saveBotAccount(db, botKeyOf(bot), { accountId: channel.id, name: channel.title })
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'channel of the YouTube bot not found')
  }
}
