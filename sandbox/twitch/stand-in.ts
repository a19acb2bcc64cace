/** The stand-in for Twitch: the authorization service, the API's users, chat, and EventSub. */
import express, { Router } from 'express'
import { openFaults } from '../faults.ts'
import type { StandIn, StandInContext } from '../stand-in.ts'
import { botLogin, openAccounts } from './accounts.ts'
import { addDeviceFlow } from './device.ts'
import { openChatServer } from './chat-server.ts'
import { addChatCalls } from './chat-calls.ts'
import { addControls } from './controls.ts'
import { addEventControls } from './event-controls.ts'
import { addEventSubCalls } from './event-sub-calls.ts'
import { eventSubPath, openEventSub } from './event-sub.ts'
import { addHelix } from './helix.ts'
import type { ChatState } from './chat-state.ts'
import { openLimits } from './limits.ts'
import { addOauth } from './oauth.ts'
import { addPages } from './pages.ts'
import { openRooms } from './rooms.ts'

/** Opens the stand-in for Twitch. The app's credentials and the bot's refresh token are stored in the sandbox's `State`. */
export function openTwitch({ origin, state }: StandInContext): StandIn {
  const accounts = openAccounts(state)
  const chat: ChatState = {
    accounts,
    rooms: openRooms(state, accounts),
    limits: openLimits(),
    faults: openFaults(),
    connections: new Set(),
    lastPosts: new Map(),
    calls: [],
  }
  const chatServer = openChatServer(chat)
  const eventSub = openEventSub(accounts, chat.limits.now, origin)

  const router = Router()
  router.use('/twitch', express.json(), express.urlencoded({ extended: false }))
  addOauth(router, accounts, eventSub.endRevoked)
  addDeviceFlow(router, accounts, origin)
  addHelix(router, accounts)
  addChatCalls(router, chat)
  addEventSubCalls(router, accounts, eventSub)
  addControls(router, chat, chatServer, eventSub.endRevoked)
  addEventControls(router, accounts, eventSub)
  addPages(router, chat)

  return {
    router,
    page: { path: '/twitch', name: 'Twitch', about: 'channels and their chats' },
    env: {
      TWITCH_CLIENT_ID: accounts.app.clientId,
      TWITCH_CLIENT_SECRET: accounts.app.clientSecret,
      TWITCH_BOT_USERNAME: botLogin,
      TWITCH_BOT_REFRESH_TOKEN: accounts.app.botRefreshToken,
      TWITCH_AUTH_URL: `${origin}/twitch/oauth2`,
      TWITCH_API_URL: `${origin}/twitch/helix`,
      TWITCH_CHAT_URL: `${origin.replace(/^http/, 'ws')}/`,
      TWITCH_EVENTSUB_URL: `${origin.replace(/^http/, 'ws')}${eventSubPath}`,
    },
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        const { pathname } = new URL(request.url ?? '/', 'ws://sandbox')
        const { upgrade } = pathname === eventSubPath ? eventSub : chatServer
        upgrade(request, socket, head)
      })
    },
    async close() {
      await Promise.all([chatServer.close(), eventSub.close()])
    },
  }
}
