/**
 * Twitch's device code flow: a person confirms a code in any browser, and no return address is needed.
 * https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#device-code-grant-flow
 */
import { z } from 'zod'
import type { TwitchConfig } from '../../../config/chat/twitch.ts'
import type { OauthTokens } from '../../oauth-tokens.ts'
import { post, readJson, toTokens } from './requests.ts'

const deviceResponse = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  expires_in: z.number(),
  interval: z.number(),
})
const refusal = z.object({ message: z.string() })

/** RFC 8628, section 3.4. */
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** Asks Twitch for a code for these scopes. */
export async function requestDevice({ clientId, authUrl }: TwitchConfig, scopes: readonly string[]) {
  const form = { client_id: clientId, scopes: scopes.join(' ') }
  const device = deviceResponse.parse(await readJson(await post(`${authUrl}/device`, form)))
  return {
    code: device.device_code,
    userCode: device.user_code,
    /** The page on which the person confirms. */
    address: device.verification_uri,
    /** How often the tokens may be asked for. */
    intervalMs: device.interval * 1000,
    expiresAt: new Date(Date.now() + device.expires_in * 1000),
  }
}

/** Returns the tokens of a device's code once the person has consented; `pending` until then. */
export async function redeemDevice(
  { clientId, authUrl }: TwitchConfig,
  code: string,
  scopes: readonly string[],
): Promise<OauthTokens | 'pending'> {
  const form = { client_id: clientId, scopes: scopes.join(' '), device_code: code, grant_type: deviceGrant }
  const response = await post(`${authUrl}/token`, form)
  if (response.ok) return toTokens(await response.json())
  const { message } = refusal.parse(await response.json())
  if (message === 'authorization_pending') return 'pending'
  throw new Error(`twitch refused the device: ${message}`)
}
