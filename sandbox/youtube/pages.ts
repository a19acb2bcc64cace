/** YouTube's pages: the channels, and each channel's live chat as it happens. */
import { Router } from 'express'
import { chatPage } from '../chat-page.ts'
import { escapeHtml, hiddenFields, page } from '../page.ts'
import { type Accounts, findChannel } from './accounts.ts'
import { endLive, findLive, goLive, type Studio } from './broadcasts.ts'

/** Routes under /youtube and /youtube/chat. */
export function pageRoutes(accounts: Accounts, studio: Studio): Router {
  const router = Router()

  router.get('/youtube', (_request, response) => {
    const channels = Object.values(accounts.channels).filter(({ id }) => id !== accounts.app.botChannelId)
    const rows = channels.map(
      ({ id, title, handle, email }) => `<tr><td><a href="/youtube/chat/${id}">${escapeHtml(title)}</a></td>
<td>@${handle}</td><td>${escapeHtml(email)}</td><td>${findLive(studio, id) ? 'live' : 'off air'}</td></tr>`,
    )
    const table = `<table><thead><tr><th>Channel</th><th>Handle</th><th>E-mail</th><th>Now</th></tr></thead>
<tbody>${rows.join('')}</tbody></table>`
    response.send(page('YouTube', rows.length ? table : '<p>Nobody has connected YouTube yet.</p>'))
  })

  router.get('/youtube/chat/:channel', (request, response) => {
    const channel = findChannel(accounts, request.params.channel)
    if (!channel)
      return void response.status(404).send(page('No such channel', '<p>YouTube has no such channel.</p>'))
    const live = findLive(studio, channel.id)
    const state = live
      ? `<p>On air: ${escapeHtml(live.title)}</p>`
      : '<p>Off air: nobody can write here now.</p>'
    const verb = live ? { action: 'end', label: 'End the broadcast' } : { action: 'live', label: 'Go live' }
    const form = `<form method="post" action="/youtube/broadcast">
${hiddenFields({ channel: channel.id, action: verb.action })}<button>${verb.label}</button></form>`
    const title = `${channel.title}'s YouTube live chat`
    response.send(chatPage(title, `/youtube/chat/${channel.id}/messages`, state + form))
  })

  router.post('/youtube/broadcast', (request, response) => {
    const { channel: name = '', action } = request.body as Record<string, string>
    const channel = findChannel(accounts, name)
    if (!channel)
      return void response.status(404).send(page('No such channel', '<p>YouTube has no such channel.</p>'))
    if (action === 'live') goLive(studio, channel.id)
    if (action === 'end') endLive(studio, channel.id)
    response.redirect(303, `/youtube/chat/${channel.id}`)
  })

  router.get('/youtube/chat/:channel/messages', (request, response) => {
    const channel = findChannel(accounts, request.params.channel)
    if (!channel) return void response.status(404).json({ error: 'YouTube has no such channel.' })
    response.json(studio.said[channel.id] ?? [])
  })

  return router
}
