import {
  disconnectTwitch,
  disconnectYoutube,
  getTwitchStatus,
  getYoutubeStatus,
} from '../../../../../contract/account-calls.ts'
import type { ChatPlatform, Platform, SessionUser } from '../../../../../contract/entities.ts'
import { callBase } from '../../../lib/fetch-call.ts'

/** The platforms in display order. */
export const platforms = ['youtube', 'twitch'] as const satisfies readonly Platform[]
export const platformNames: Record<Platform, string> = { youtube: 'YouTube', twitch: 'Twitch' }

/** The names of all chats that the chatbot can post to. */
export const chatNames: Record<ChatPlatform, string> = { ...platformNames, discord: 'Discord' }

export const chats = [...platforms, 'discord'] as const satisfies readonly ChatPlatform[]

/** Returns whether a chat is connected on the platform's consent page, not by a webhook address. */
export function isConnectable(platform: ChatPlatform): platform is Platform {
  return platform !== 'discord'
}

export const statusCalls = { youtube: getYoutubeStatus, twitch: getTwitchStatus } as const
export const disconnectCalls = { youtube: disconnectYoutube, twitch: disconnectTwitch } as const

export interface PlatformStatus {
  connected: boolean
  email: string | null
}

/** Returns the address that starts connecting a platform. */
export function connectAddress(platform: Platform): string {
  return `${callBase}account/${platform}/connect`
}

/** Reads a platform's connection from the signed-in user's profile. */
export function statusInProfile(profile: SessionUser, platform: Platform): PlatformStatus {
  return platform === 'youtube'
    ? { connected: profile.youtubeConnected, email: profile.youtubeConnectedEmail }
    : { connected: profile.twitchConnected, email: profile.twitchConnectedEmail }
}

export function withoutConnection(profile: SessionUser, platform: Platform): SessionUser {
  return platform === 'youtube'
    ? { ...profile, youtubeConnected: false, youtubeConnectedEmail: null }
    : { ...profile, twitchConnected: false, twitchConnectedEmail: null }
}
