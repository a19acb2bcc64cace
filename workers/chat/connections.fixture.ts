/** Connects creators to chats as the product does: with a consent code and tokens from the platform, stored sealed. */
import type { ChatPlatform } from '../../contract/chat/platforms.ts'
import type { Db } from '../../db/connection.ts'
import { saveConnection } from '../../db/queries/chat/connections.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import type { Config } from '../../domain/config/config.ts'
import { parseWebhookAddress } from '../../domain/chat/platforms/discord/webhooks.ts'
import { openKickOauth } from '../../domain/chat/platforms/kick/oauth.ts'
import { openGoogleOauth } from '../../domain/chat/platforms/youtube/oauth.ts'
import type { OauthTokens } from '../../domain/chat/oauth-tokens.ts'
import { openTwitchOauth } from '../../domain/chat/platforms/twitch/oauth.ts'
import { seal, tokenContext } from '../../domain/security/sealing.ts'
import { control, read } from '../../sandbox/sandbox.fixture.ts'
import type { Sandbox } from '../../sandbox/start.ts'

export interface TestConnectionContext {
  db: Db
  config: Config
  sandbox: Sandbox
}

/** A webhook's token is valid until the webhook is deleted, and is never refreshed. */
const never = new Date('9999-12-31')
const redirectUri = 'http://127.0.0.1/connected'

/** Connects a creator to the Twitch channel of the given name. */
export async function connectTwitchChannel(
  ctx: TestConnectionContext,
  uid: string,
  login: string,
  scopes?: readonly string[],
) {
  const { code } = await control<{ code: string }>(ctx.sandbox, '/twitch/control/grant', { login, scopes })
  const oauth = openTwitchOauth(ctx.config.twitch!)
  const tokens = await oauth.exchange(code, redirectUri)
  const { id } = await oauth.findUser(tokens.accessToken)
  return save(ctx, { uid, platform: 'twitch', platformUserId: id, channel: login }, tokens)
}

/** Connects a creator to the YouTube channel of the given title; the channel is not live. */
export async function connectYoutubeChannel(ctx: TestConnectionContext, uid: string, channelTitle: string) {
  const grant = { channelTitle }
  const { code, channelId } = await control<{ code: string; channelId: string }>(
    ctx.sandbox,
    '/google/control/grant',
    grant,
  )
  const tokens = await openGoogleOauth(ctx.config.youtube!).exchange(code, redirectUri)
  return save(ctx, { uid, platform: 'youtube', platformUserId: channelId, channel: channelId }, tokens)
}

/** Connects a creator to a Discord channel by a new webhook. */
export async function connectDiscordChannel(ctx: TestConnectionContext, uid: string, channel: string) {
  const { url } = await control<{ url: string }>(ctx.sandbox, '/discord/control/webhooks', { channel })
  const { id, token } = parseWebhookAddress(ctx.config.discord!, url)!
  const tokens = { accessToken: token, refreshToken: '', expiresAt: never, scopes: [] }
  return save(ctx, { uid, platform: 'discord', platformUserId: id, channel: id }, tokens)
}

/** Connects a creator to the Kick account of the given name. */
export async function connectKickChannel(
  ctx: TestConnectionContext,
  uid: string,
  name: string,
  scopes?: readonly string[],
) {
  const { code } = await control<{ code: string }>(ctx.sandbox, '/kick/control/grant', { name, scopes })
  const oauth = openKickOauth(ctx.config.kick!)
  const tokens = await oauth.exchange(code, redirectUri, '')
  const { id } = await oauth.findUser(tokens.accessToken)
  return save(ctx, { uid, platform: 'kick', platformUserId: id, channel: name }, tokens)
}

/** Returns the texts in a creator's chat, oldest first. */
export async function readTexts(
  sandbox: Sandbox,
  platform: ChatPlatform,
  channel: string,
): Promise<string[]> {
  const place = platform === 'youtube' ? 'chat' : 'channel'
  const messages = await read<{ text: string }[]>(sandbox, `/${platform}/${place}/${channel}/messages`)
  return messages.map(({ text }) => text)
}

async function save(
  { db, config }: TestConnectionContext,
  account: { uid: string; platform: ChatPlatform; platformUserId: string; channel: string },
  tokens: OauthTokens,
): Promise<ConnectionRow> {
  const { secretsKey } = config
  const { uid, platform } = account
  await saveConnection(db, {
    ...account,
    email: `${uid}@example.test`,
    scopes: tokens.scopes.join(' '),
    accessTokenSealed: seal(secretsKey, tokens.accessToken, tokenContext(uid, platform, 'access')),
    refreshTokenSealed: seal(secretsKey, tokens.refreshToken!, tokenContext(uid, platform, 'refresh')),
    accessExpiresAt: tokens.expiresAt,
    problem: null,
  })
  const query = db.selectFrom('platformConnection').selectAll().where('uid', '=', uid)
  return query.where('platform', '=', platform).executeTakeFirstOrThrow()
}
