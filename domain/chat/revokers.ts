/** How each platform is told that a grant is over. */
import type { ChatPlatform } from '../../contract/entities.ts'
import type { Config } from '../config.ts'
import { openGoogleOauth } from './google-oauth.ts'
import { openTwitchOauth } from './twitch-oauth.ts'

export interface HeldTokens {
  accessToken: string
  refreshToken: string
  accessExpiresAt: Date
}

/** Ends the grant behind some tokens; rejects when the platform does not do it. */
export type Revoke = (tokens: HeldTokens) => Promise<void>

/** None where a platform is off in this installation. */
export type Revokers = Partial<Record<ChatPlatform, Revoke>>

/** Opens what revokes for a configuration. */
export function openRevokers({ twitch, youtube }: Pick<Config, 'twitch' | 'youtube'>): Revokers {
  return {
    ...(twitch && { twitch: twitchRevoker(openTwitchOauth(twitch)) }),
    ...(youtube && { youtube: ({ refreshToken }) => openGoogleOauth(youtube).revoke(refreshToken) }),
  }
}

/** Twitch ends a grant by a living access token only. */
function twitchRevoker(oauth: ReturnType<typeof openTwitchOauth>): Revoke {
  return async ({ accessToken, refreshToken, accessExpiresAt }) => {
    const isLiving = accessExpiresAt.getTime() > Date.now()
    return oauth.revoke(isLiving ? accessToken : (await oauth.refresh(refreshToken)).accessToken)
  }
}
