/** Renders the Twitch stand-in's pages: the channels, and each channel's chat. */
import type { Router } from 'express'
import { addChatPages } from '../chat-page.ts'
import { escapeHtml, page, table } from '../page.ts'
import { botLogin, listUsers } from './accounts.ts'
import type { ChatState } from './chat-state.ts'
import { findRoom } from './rooms.ts'

/** Adds the pages under /twitch. */
export function addPages(router: Router, { accounts, rooms }: ChatState): void {
  router.get('/twitch', (_request, response) => {
    const channels = listUsers(accounts).filter(({ login }) => login !== botLogin)
    const rows = channels.map(({ login, displayName, email }) => [
      `<a href="/twitch/channel/${login}">${escapeHtml(displayName)}</a>`,
      escapeHtml(email),
      String(rooms.messages[login]?.length ?? 0),
    ])
    const list = rows.length ? table(['Channel', 'Email', 'Messages'], rows) : '<p>No users yet.</p>'
    const events = '<p><a href="/twitch/events">Make a follow, subscription, cheer or raid</a></p>'
    response.send(page('Twitch', list + events))
  })

  addChatPages(router, '/twitch/channel', 'Twitch', (channel) => {
    const name = findRoom(rooms, channel.toLowerCase())?.channel
    if (!name) return undefined
    const { displayName } = accounts.users[name]!
    return { name, title: `${displayName}'s Twitch chat`, lines: rooms.messages[name] ?? [] }
  })
}
