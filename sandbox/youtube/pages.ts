/** Renders the YouTube stand-in's pages: the channels, and each channel's live chat. */
import type { Router } from 'express'
import { addChatPages, missingChannelPage } from '../chat-page.ts'
import { escapeHtml, hiddenFields, page, table } from '../page.ts'
import { type Accounts, findChannel } from './accounts.ts'
import { endLive, findLive, goLive } from './broadcasts.ts'
import type { Chats } from './chats.ts'

/** Adds the pages under /youtube. */
export function addPages(router: Router, accounts: Accounts, chats: Chats): void {
  const { broadcasts } = chats
  router.get('/youtube', (_request, response) => {
    const channels = Object.values(accounts.channels).filter(({ id }) => id !== accounts.app.botChannelId)
    const rows = channels.map(({ id, title, handle, email }) => [
      `<a href="/youtube/chat/${id}">${escapeHtml(title)}</a>`,
      `@${handle}`,
      escapeHtml(email),
      findLive(broadcasts, id) ? 'live' : 'offline',
    ])
    const list = table(['Channel', 'Handle', 'Email', 'Status'], rows)
    response.send(page('YouTube', rows.length ? list : '<p>No channels have connected yet.</p>'))
  })

  addChatPages(router, '/youtube/chat', 'YouTube', (name) => {
    const channel = findChannel(accounts, name)
    if (!channel) return undefined
    const live = findLive(broadcasts, channel.id)
    const status = live ? `Live: ${escapeHtml(live.title)}` : 'Offline: nobody can post here now.'
    const [action, label] = live ? ['end', 'End the broadcast'] : ['live', 'Go live']
    return {
      name: channel.id,
      title: `${channel.title}'s YouTube live chat`,
      lines: chats.lines[channel.id] ?? [],
      footerHtml: `<p>${status}</p><form method="post" action="/youtube/broadcast">
${hiddenFields({ channel: channel.id, action })}<button>${label}</button></form>`,
    }
  })

  router.post('/youtube/broadcast', (request, response) => {
    const { channel: name = '', action } = request.body as Record<string, string>
    const channel = findChannel(accounts, name)
    if (!channel) return void response.status(404).send(missingChannelPage('YouTube'))
    if (action === 'live') goLive(broadcasts, channel.id)
    if (action === 'end') endLive(broadcasts, channel.id)
    response.redirect(303, `/youtube/chat/${channel.id}`)
  })
}
