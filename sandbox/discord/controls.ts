/** Adds the control endpoints of the Discord stand-in. */
import type { Router } from 'express'
import * as z from 'zod'
import { addControl, addFaultControls, ControlError } from '../control.ts'
import { callFaults } from '../faults.ts'
import { operations, refusals } from './api.ts'
import type { DiscordState } from './api.ts'
import { channelPattern, deleteWebhooks, makeWebhook } from './webhooks.ts'

const channel = z.string().regex(channelPattern)

/** Adds the routes under /discord/control; webhook addresses begin with `apiUrl`. */
export function addControls(router: Router, { guild, limits, faults }: DiscordState, apiUrl: string): void {
  const newWebhook = z.object({ channel, name: z.string().min(1).max(80).default('Tips') })
  addControl(router, '/discord/control/webhooks', newWebhook, ({ channel: into, name }) => {
    const { id, token } = makeWebhook(guild, into, name)
    return { id, token, url: `${apiUrl}/webhooks/${id}/${token}` }
  })
  addControl(router, '/discord/control/delete', z.object({ channel }), (body) => {
    if (!guild.messages[body.channel]) throw new ControlError(`Discord has no channel ${body.channel}.`)
    return { deleted: deleteWebhooks(guild, body.channel) }
  })
  addControl(router, '/discord/control/clock', z.object({ scale: z.number().min(1).max(1000) }), (body) =>
    limits.setClock(body.scale),
  )
  addFaultControls(router, '/discord/control/faults', faults, {
    operations,
    names: [...callFaults, ...refusals],
    delayMs: 1000,
  })
  router.get('/discord/control/state', (_request, response) => {
    const webhooks = Object.values(guild.webhooks).map(({ id, name, channel: into }) => ({
      id,
      name,
      channel: into,
    }))
    response.json({ webhooks, violations: limits.violations, faults: faults.list() })
  })
}
