/** The stand-in for Twitch: its authorization service, the API's users, and chat. */
import express, { Router } from 'express'
import { openFaults } from '../faults.ts'
import type { StandIn, StandInContext } from '../stand-in.ts'
import { botLogin, openAccounts } from './accounts.ts'
import { openChatServer } from './chat-server.ts'
import { controlRoutes } from './controls.ts'
import { helixRoutes } from './helix.ts'
import type { House } from './house.ts'
import { openLimits } from './limits.ts'
import { oauthRoutes } from './oauth.ts'
import { pageRoutes } from './pages.ts'
import { openRooms } from './rooms.ts'

/** Opens Twitch; the app's credentials and the bot's refresh token stay the same as long as the state does. */
export function openTwitch({ origin, state }: StandInContext): StandIn {
  const accounts = openAccounts(state)
  const house: House = {
    accounts,
    rooms: openRooms(state, accounts),
    limits: openLimits(),
    faults: openFaults(),
    sessions: new Set(),
    lastPosts: new Map(),
  }
  const chat = openChatServer(house)

  const router = Router()
  router.use('/twitch', express.json(), express.urlencoded({ extended: false }))
  router.use(oauthRoutes(accounts), helixRoutes(accounts), controlRoutes(house, chat), pageRoutes(house))

  return {
    router,
    env: {
      TWITCH_CLIENT_ID: accounts.app.clientId,
      TWITCH_CLIENT_SECRET: accounts.app.clientSecret,
      TWITCH_BOT_USERNAME: botLogin,
      TWITCH_BOT_REFRESH_TOKEN: accounts.app.botRefreshToken,
      TWITCH_AUTH_URL: `${origin}/twitch/oauth2`,
      TWITCH_API_URL: `${origin}/twitch/helix`,
      TWITCH_CHAT_URL: `${origin.replace(/^http/, 'ws')}/`,
    },
    attach: chat.attach,
    close: chat.close,
  }
}
