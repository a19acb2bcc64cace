/** What a person or a test does to the Discord stand-in from outside the protocol. */
import { Router } from 'express'
import * as z from 'zod'
import { addControl, ControlError } from '../control.ts'
import { callFaults } from '../faults.ts'
import { operations, refusals } from './api.ts'
import type { House } from './api.ts'
import { channelPattern, deleteWebhooks, makeWebhook } from './webhooks.ts'

const channel = z.string().regex(channelPattern)

const fault = z.object({
  operation: z.enum(operations),
  fault: z.enum([...callFaults, ...refusals]),
  times: z.int().min(1).default(1),
  delayMs: z.int().min(0).default(1000),
})

/** Routes under /discord/control; `apiUrl` is what addresses of webhooks begin with. */
export function controlRoutes({ guild, limits, faults }: House, apiUrl: string): Router {
  const router = Router()
  const wish = z.object({ channel, name: z.string().min(1).max(80).default('Tips') })
  addControl(router, '/discord/control/webhooks', wish, ({ channel: into, name }) => {
    const { id, token } = makeWebhook(guild, into, name)
    return { id, token, url: `${apiUrl}/webhooks/${id}/${token}` }
  })
  addControl(router, '/discord/control/delete', z.object({ channel }), (body) => {
    if (!guild.said[body.channel]) throw new ControlError(`Discord has no channel ${body.channel}.`)
    return { deleted: deleteWebhooks(guild, body.channel) }
  })
  addControl(router, '/discord/control/clock', z.object({ scale: z.number().min(1).max(1000) }), (body) =>
    limits.setClock(body.scale),
  )
  addControl(router, '/discord/control/faults', fault, (body) => faults.add(body))
  addControl(router, '/discord/control/faults/clear', z.object({}), () => faults.clear())
  router.get('/discord/control/state', (_request, response) => {
    const webhooks = Object.values(guild.webhooks).map(({ id, name, channel: into }) => ({
      id,
      name,
      channel: into,
    }))
    response.json({ webhooks, violations: limits.violations, faults: faults.list() })
  })
  return router
}
