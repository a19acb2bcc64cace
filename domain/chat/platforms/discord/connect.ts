/** Connects a creator's Discord channel by the URL of a webhook. */
import { AppError } from '../../../../contract/errors.ts'
import type { ErrorText } from '../../../../contract/errors.ts'
import type { ConnectionRow } from '../../../../db/schema.ts'
import type { DiscordConfig } from '../../../config/chat/discord.ts'
import { DiscordBusy, DiscordRefusal, openDiscordWebhooks, parseWebhookAddress } from './webhooks.ts'
import type { DiscordWebhook } from './webhooks.ts'
import type { Connecting } from '../../connector.ts'
import { seal, tokenContext, unseal } from '../../../security/sealing.ts'
import type { SecretKeys } from '../../../config/secret-keys.ts'

export interface DiscordContext {
  config: { discord: DiscordConfig | undefined; secretsKey: SecretKeys }
}

/** The expiry that is stored for a webhook's token, which never expires. */
const never = new Date('9999-01-01T00:00:00Z')

/**
 * Stores a webhook with its token sealed, replacing the creator's previous one, and mails the owner. Throws AppError `invalid_input` for a
 * wrong URL and `discord_unavailable` when Discord does not respond, or as `save` does.
 */
export async function connectDiscord(
  { config }: DiscordContext,
  { uid, save }: Connecting,
  address: string,
): Promise<{ name: string }> {
  const discord = requireDiscord(config.discord)
  const webhook = parseWebhookAddress(discord, address)
  if (!webhook) throw refuseAddress('invalid_discord_address')
  const { name } = await openDiscordWebhooks(discord)
    .find(webhook)
    .catch((error) => {
      throw error instanceof DiscordRefusal && error.isGone
        ? refuseAddress('error_discord_webhook_unknown')
        : toAppError(error)
    })
  const context = (part: 'access' | 'refresh') => tokenContext(uid, 'discord', part)
  const connection = {
    platform: 'discord' as const,
    platformUserId: webhook.id,
    channel: name,
    email: '',
    scopes: '',
    accessTokenSealed: seal(config.secretsKey, webhook.token, context('access')),
    refreshTokenSealed: seal(config.secretsKey, '', context('refresh')),
    accessExpiresAt: never,
  }
  await save(connection)
  return { name }
}

/** Returns the webhook of a connection. Its id is stored as the account's id, and its token, sealed, as the access token. */
export function openWebhook(connection: ConnectionRow, secretsKey: SecretKeys): DiscordWebhook {
  const { uid, platformUserId: id, accessTokenSealed } = connection
  return { id, token: unseal(secretsKey, accessTokenSealed, tokenContext(uid, 'discord', 'access')) }
}

function requireDiscord(discord: DiscordConfig | undefined): DiscordConfig {
  if (!discord) throw new AppError('unavailable', { text: 'error_discord_off' })
  return discord
}

function refuseAddress(text: ErrorText): AppError {
  return new AppError('invalid_input', { text, fields: { address: text } })
}

function toAppError(error: unknown): AppError {
  if (error instanceof DiscordBusy) return new AppError('rate_limited')
  return new AppError(error instanceof DiscordRefusal ? 'discord_refused' : 'discord_unavailable')
}
