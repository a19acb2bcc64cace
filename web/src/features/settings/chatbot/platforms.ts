import {
  disconnectTwitch,
  disconnectYoutube,
  getTwitchStatus,
  getYoutubeStatus,
} from '../../../../../contract/account-calls.ts'
import type { ChatPlatform, Platform, SessionUser } from '../../../../../contract/entities.ts'
import { callBase } from '../../../lib/fetch-call.ts'

/** The platforms in the order in which they are shown; their names are names and not translated. */
export const platforms = ['youtube', 'twitch'] as const satisfies readonly Platform[]
export const platformNames: Record<Platform, string> = { youtube: 'YouTube', twitch: 'Twitch' }

/** Every chat that is told of tips. */
export const chatNames: Record<ChatPlatform, string> = { ...platformNames, discord: 'Discord' }

export const chats = [...platforms, 'discord'] as const satisfies readonly ChatPlatform[]

/** Whether a chat is connected on the platform's own page, and not by an address. */
export function isConnectable(platform: ChatPlatform): platform is Platform {
  return platform !== 'discord'
}

export const statusCalls = { youtube: getYoutubeStatus, twitch: getTwitchStatus } as const
export const disconnectCalls = { youtube: disconnectYoutube, twitch: disconnectTwitch } as const

export interface PlatformStatus {
  connected: boolean
  email: string | null
}

/** Where the browser is sent to connect a platform. */
export function connectAddress(platform: Platform): string {
  return `${callBase}account/${platform}/connect`
}

/** A platform's connection as the signed-in user's profile holds it. */
export function statusInProfile(profile: SessionUser, platform: Platform): PlatformStatus {
  return platform === 'youtube'
    ? { connected: profile.youtubeConnected, email: profile.youtubeConnectedEmail }
    : { connected: profile.twitchConnected, email: profile.twitchConnectedEmail }
}

/** The profile without that connection. */
export function withoutConnection(profile: SessionUser, platform: Platform): SessionUser {
  return platform === 'youtube'
    ? { ...profile, youtubeConnected: false, youtubeConnectedEmail: null }
    : { ...profile, twitchConnected: false, twitchConnectedEmail: null }
}
