/** Twitch's pages: the channels, and each channel's chat as it happens. */
import { Router } from 'express'
import { chatPage } from '../chat-page.ts'
import { escapeHtml, page } from '../page.ts'
import { botLogin, listUsers } from './accounts.ts'
import type { House } from './house.ts'
import { findRoom } from './rooms.ts'

/** Routes under /twitch and /twitch/channel. */
export function pageRoutes(house: House): Router {
  const router = Router()

  router.get('/twitch', (_request, response) => {
    const channels = listUsers(house.accounts).filter(({ login }) => login !== botLogin)
    const rows = channels.map(
      ({ login, displayName, email }) =>
        `<tr><td><a href="/twitch/channel/${login}">${escapeHtml(displayName)}</a></td>
<td>${escapeHtml(email)}</td><td>${house.rooms.said[login]?.length ?? 0}</td></tr>`,
    )
    const table = `<table><thead><tr><th>Channel</th><th>E-mail</th><th>Messages</th></tr></thead>
<tbody>${rows.join('')}</tbody></table>`
    response.send(page('Twitch', rows.length ? table : '<p>Nobody has connected Twitch yet.</p>'))
  })

  router.get('/twitch/channel/:name', (request, response) => {
    const room = findRoom(house.rooms, request.params.name.toLowerCase())
    if (!room)
      return void response.status(404).send(page('No such channel', '<p>Twitch has no such user.</p>'))
    const user = house.accounts.users[room.channel]!
    response.send(chatPage(`${user.displayName}'s Twitch chat`, `/twitch/channel/${room.channel}/messages`))
  })

  router.get('/twitch/channel/:name/messages', (request, response) => {
    const room = findRoom(house.rooms, request.params.name.toLowerCase())
    if (!room) return void response.status(404).json({ error: 'Twitch has no such user.' })
    response.json(house.rooms.said[room.channel] ?? [])
  })

  return router
}
