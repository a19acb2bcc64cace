/** The chat platforms as the settings show them. */
import { consentPaths } from '../../../../../contract/chat/connection-calls.ts'
import type { ChatPlatform, Platform } from '../../../../../contract/chat/platforms.ts'
import { callBase } from '../../../lib/calls/fetch-call.ts'
import { discord } from './discord/platform.tsx'
import { kick } from './kick/platform.tsx'
import type { PlatformUi } from './platform-ui.ts'
import { twitch } from './twitch/platform.tsx'
import { youtube } from './youtube/platform.tsx'

export const platformUis: Record<ChatPlatform, PlatformUi> = { youtube, twitch, kick, discord }

/** Returns the address that starts connecting a platform. */
export function connectAddress(platform: Platform): string {
  return callBase + consentPaths[platform].connect
}
