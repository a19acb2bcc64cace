/** Connects a demo creator to the sandbox's Twitch and YouTube, with the same OAuth exchange as a real connection. */
import { apiBase } from '../contract/calls.ts'
import { consentPaths } from '../contract/chat/connection-calls.ts'
import type { NewConnection } from '../db/queries/chat/connections.ts'
import { sealTokens } from '../domain/chat/connect-platform.ts'
import type { Config } from '../domain/config/config.ts'
import { openGoogleOauth } from '../domain/chat/platforms/youtube/oauth.ts'
import { openTwitchOauth } from '../domain/chat/platforms/twitch/oauth.ts'
import type { DemoCreator } from './people.ts'
import type { SandboxControls } from './sandbox.ts'

export interface DemoSandbox {
  config: Config
  sandbox: SandboxControls
}

/** Redeems an authorization code of the sandbox's Twitch; undefined when Twitch is off. */
export async function connectTwitch(
  { config, sandbox }: DemoSandbox,
  uid: string,
  { userName, email }: DemoCreator,
): Promise<NewConnection | undefined> {
  if (!config.twitch) return undefined
  const oauth = openTwitchOauth(config.twitch)
  const code = await sandbox.allowTwitch(userName, email)
  const tokens = await oauth.exchange(code, config.publicUrl + apiBase + consentPaths.twitch.callback)
  const user = await oauth.findUser(tokens.accessToken)
  const whose = { uid, platform: 'twitch' } as const
  return {
    ...whose,
    ...sealTokens(config.secretsKey, whose, tokens),
    platformUserId: user.id,
    channel: user.login,
    email: user.email,
  }
}

/** Redeems an authorization code of the sandbox's Google and starts a broadcast; undefined when YouTube is off. */
export async function connectYoutube(
  { config, sandbox }: DemoSandbox,
  uid: string,
  { displayName, email, streamTitle }: DemoCreator,
): Promise<NewConnection | undefined> {
  if (!config.youtube) return undefined
  const { code, channelId } = await sandbox.allowYoutube(displayName, email)
  const redirectUri = config.publicUrl + apiBase + consentPaths.youtube.callback
  const tokens = await openGoogleOauth(config.youtube).exchange(code, redirectUri)
  await sandbox.goLive(channelId, streamTitle)
  const whose = { uid, platform: 'youtube' } as const
  return {
    ...whose,
    ...sealTokens(config.secretsKey, whose, tokens),
    platformUserId: channelId,
    channel: channelId,
    email,
  }
}
