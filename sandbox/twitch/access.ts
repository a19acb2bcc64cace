/** Checks the token and the client id of a call to Twitch's API. */
import type { Request } from 'express'
import type { Accounts, TwitchAccess } from './accounts.ts'
import { refusal } from './api-error.ts'

/** Returns what the token of a call permits. Throws Twitch's refusal: https://dev.twitch.tv/docs/api/guide/#http-status-codes */
export function accessOf(accounts: Accounts, request: Request): TwitchAccess {
  const token = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1]
  if (!token) throw refusal(401, 'OAuth token is missing')
  const access = accounts.oauth.findAccess(token)
  if (!access) throw refusal(401, 'Invalid OAuth token')
  const clientId = request.get('client-id')
  if (!clientId) throw refusal(401, 'Client ID is missing')
  if (clientId !== accounts.app.clientId) throw refusal(401, 'Client ID and OAuth token do not match')
  return access
}
