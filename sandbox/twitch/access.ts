/** Checks the token and the client id of a call to Twitch's API. */
import type { Request } from 'express'
import type { Accounts, TwitchAccess } from './accounts.ts'
import { refusal } from './api-error.ts'

/** Returns what the user token of a call permits. Throws Twitch's refusal: https://dev.twitch.tv/docs/api/guide/#http-status-codes */
export function accessOf(accounts: Accounts, request: Request): TwitchAccess {
  const caller = callerOf(accounts, request)
  if (caller === 'app') throw refusal(401, 'User access token required')
  return caller
}

/** The same for a call that Twitch also accepts with the token of our app. */
export function callerOf(accounts: Accounts, request: Request): TwitchAccess | 'app' {
  const token = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1]
  if (!token) throw refusal(401, 'OAuth token is missing')
  const isApp = (accounts.appTokens[token]?.expiresAt ?? 0) > Date.now()
  const caller = isApp ? 'app' : accounts.oauth.findAccess(token)
  if (!caller) throw refusal(401, 'Invalid OAuth token')
  const clientId = request.get('client-id')
  if (!clientId) throw refusal(401, 'Client ID is missing')
  if (clientId !== accounts.app.clientId) throw refusal(401, 'Client ID and OAuth token do not match')
  return caller
}
