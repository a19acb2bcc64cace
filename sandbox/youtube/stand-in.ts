/** The stand-in for YouTube, and for the part of Google that issues its tokens. */
import express, { Router } from 'express'
import { openFaults } from '../faults.ts'
import type { StandIn, StandInContext } from '../stand-in.ts'
import { openAccounts } from './accounts.ts'
import type { ApiContext } from './api-handler.ts'
import { addApiCalls } from './api.ts'
import { openBroadcasts } from './broadcasts.ts'
import { openChats } from './chats.ts'
import { addControls } from './controls.ts'
import { openSigner } from './id-token.ts'
import { addOauth } from './oauth.ts'
import { addPages } from './pages.ts'
import { openQuota } from './quota.ts'
import { openStreams } from './streams.ts'

/** Opens the stand-in for YouTube. The app's credentials and the bot's refresh token are stored in the sandbox's `State`. */
export function openYoutube({ origin, state }: StandInContext): StandIn {
  const accounts = openAccounts(state)
  const chats = openChats(state, openBroadcasts(state))
  const api: ApiContext = { accounts, quota: openQuota(state), faults: openFaults() }

  const router = Router()
  router.use(['/google', '/youtube'], express.json(), express.urlencoded({ extended: false }))
  addOauth(router, accounts, openSigner(state))
  const streams = openStreams(chats)
  addApiCalls(router, api, chats, streams)
  addControls(router, api, chats, streams)
  addPages(router, accounts, chats)

  return {
    router,
    page: { path: '/youtube', name: 'YouTube', about: 'channels, broadcasts and live chats' },
    env: {
      GOOGLE_CLIENT_ID: accounts.app.clientId,
      GOOGLE_CLIENT_SECRET: accounts.app.clientSecret,
      GOOGLE_AUTH_URL: `${origin}/google/auth`,
      GOOGLE_TOKEN_URL: `${origin}/google/token`,
      GOOGLE_REVOKE_URL: `${origin}/google/revoke`,
      GOOGLE_API_URL: origin,
      YOUTUBE_BOT_REFRESH_TOKEN: accounts.app.botRefreshToken,
    },
  }
}
