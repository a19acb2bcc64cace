/** Revokes the grants of creators, on each platform in its own way. */
import type { ChatPlatform } from '../../contract/entities.ts'
import type { Config } from '../config.ts'
import { openGoogleOauth } from './google-oauth.ts'
import { openTwitchOauth } from './twitch-oauth.ts'

export interface StoredTokens {
  accessToken: string
  refreshToken: string
  accessExpiresAt: Date
}

/** Revokes the grant of the tokens; rejects when the platform does not confirm it. */
export type Revoke = (tokens: StoredTokens) => Promise<void>

/** The revokers by platform. A platform that is not configured has none. */
export type Revokers = Partial<Record<ChatPlatform, Revoke>>

/** Opens the revokers of all configured platforms. */
export function openRevokers({ twitch, youtube }: Pick<Config, 'twitch' | 'youtube'>): Revokers {
  return {
    ...(twitch && { twitch: twitchRevoker(openTwitchOauth(twitch)) }),
    ...(youtube && { youtube: ({ refreshToken }) => openGoogleOauth(youtube).revoke(refreshToken) }),
  }
}

/** Opens Twitch's revoker. Only a valid access token revokes the grant, so it refreshes an expired one first. */
function twitchRevoker(oauth: ReturnType<typeof openTwitchOauth>): Revoke {
  return async ({ accessToken, refreshToken, accessExpiresAt }) => {
    const isLiving = accessExpiresAt.getTime() > Date.now()
    return oauth.revoke(isLiving ? accessToken : (await oauth.refresh(refreshToken)).accessToken)
  }
}
