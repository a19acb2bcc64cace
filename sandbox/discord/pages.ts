/** Renders the Discord stand-in's pages: the webhooks and their channels, and each channel's messages. */
import type { Router } from 'express'
import { addChatPages } from '../chat-page.ts'
import { escapeHtml, page, table } from '../page.ts'
import { channelPattern, type Guild, makeWebhook } from './webhooks.ts'

const newForm = `<form method="post" action="/discord/webhooks">
<label>Channel <input name="channel" required pattern="[a-z0-9_\\-]{1,100}" placeholder="tips"></label>
<button class="primary">Create a webhook</button></form>`

/** Adds the pages under /discord. */
export function addPages(router: Router, guild: Guild, apiUrl: string): void {
  router.get('/discord', (_request, response) => {
    const rows = Object.values(guild.webhooks).map(({ id, token, channel }) => [
      `<a href="/discord/channel/${channel}">#${escapeHtml(channel)}</a>`,
      `<code>${escapeHtml(`${apiUrl}/webhooks/${id}/${token}`)}</code>`,
    ])
    const list = rows.length ? table(['Channel', 'Webhook'], rows) : '<p>No webhooks yet.</p>'
    response.send(page('Discord', list + newForm))
  })

  router.post('/discord/webhooks', (request, response) => {
    const { channel = '' } = request.body as Record<string, string>
    if (!channelPattern.test(channel))
      return void response
        .status(400)
        .send(page('Invalid channel name', '<p>Use lower-case letters, digits, - and _.</p>'))
    makeWebhook(guild, channel, 'Tips')
    response.redirect(303, '/discord')
  })

  addChatPages(router, '/discord/channel', 'Discord', (name) => {
    const lines = guild.messages[name]
    return lines && { name, title: `#${name} on Discord`, lines }
  })
}
