/** Discord's pages: the channels with their webhooks, a new one, and each channel as it happens. */
import { Router } from 'express'
import { chatPage } from '../chat-page.ts'
import { escapeHtml, page } from '../page.ts'
import { channelPattern, makeWebhook } from './webhooks.ts'
import type { Guild } from './webhooks.ts'

const newForm = `<form method="post" action="/discord/webhooks">
<label>Channel <input type="text" name="channel" required pattern="[a-z0-9_\\-]{1,100}" placeholder="tips"></label>
<button class="main">Make a webhook</button></form>`

/** Routes under /discord and /discord/channel. */
export function pageRoutes(guild: Guild, apiUrl: string): Router {
  const router = Router()

  router.get('/discord', (_request, response) => {
    const rows = Object.values(guild.webhooks).map(
      ({ id, token, channel }) =>
        `<tr><td><a href="/discord/channel/${channel}">#${escapeHtml(channel)}</a></td>
<td><code>${escapeHtml(`${apiUrl}/webhooks/${id}/${token}`)}</code></td></tr>`,
    )
    const table = `<table><thead><tr><th>Channel</th><th>Webhook</th></tr></thead>
<tbody>${rows.join('')}</tbody></table>`
    response.send(page('Discord', (rows.length ? table : '<p>There is no webhook yet.</p>') + newForm))
  })

  router.post('/discord/webhooks', (request, response) => {
    const { channel = '' } = request.body as Record<string, string>
    if (!channelPattern.test(channel))
      return void response.status(400).send(page('No channel', '<p>Discord takes no such name.</p>'))
    makeWebhook(guild, channel, 'Tips')
    response.redirect(303, '/discord')
  })

  router.get('/discord/channel/:name', (request, response) => {
    const { name } = request.params
    if (!guild.said[name])
      return void response.status(404).send(page('No such channel', '<p>Discord has no such channel.</p>'))
    response.send(chatPage(`#${name} on Discord`, `/discord/channel/${name}/messages`))
  })

  router.get('/discord/channel/:name/messages', (request, response) => {
    const said = guild.said[request.params.name]
    if (!said) return void response.status(404).json({ error: 'Discord has no such channel.' })
    response.json(said)
  })

  return router
}
