import { readConfig } from '../../domain/config/config.ts'
import { openTwitchOauth } from '../../domain/chat/platforms/twitch/oauth.ts'
import type { Parts } from '../product-parts.ts'

/** Consents for Twitch's bot without the API, and returns its refresh token: with it every message goes over IRC, whose wire can be cut. */
export async function consentToIrc({ control, env }: Parts): Promise<string> {
  const twitch = readConfig(env).twitch!
  const grant = { login: twitch.botUsername, scopes: ['chat:read', 'chat:edit'] }
  const { code } = await control<{ code: string }>('/twitch/control/grant', grant)
  return (await openTwitchOauth(twitch).exchange(code, 'http://127.0.0.1/connected')).refreshToken!
}
