/** What a person or a test does to the YouTube stand-in from outside the protocol. */
import { Router } from 'express'
import * as z from 'zod'
import { addControl, ControlError } from '../control.ts'
import { callFaults } from '../faults.ts'
import {
  type Channel,
  disconnectChannel,
  ensureChannel,
  expireAccess,
  findChannel,
  makeCode,
} from './accounts.ts'
import { type Door, operations, refusals } from './api-door.ts'
import { endLive, goLive, listBroadcasts, type Studio } from './broadcasts.ts'
import { listScopes } from './consent-page.ts'

const grant = z
  .object({
    channelId: z.string().min(1).optional(),
    channelTitle: z.string().min(1).optional(),
    email: z.email().optional(),
    scopes: z
      .array(z.string())
      .default(['openid', 'email', 'https://www.googleapis.com/auth/youtube.readonly']),
  })
  .refine(({ channelId, channelTitle }) => channelId ?? channelTitle, 'Name channelId or channelTitle.')

/** Id, handle, title or e-mail address. */
const channel = z.string().min(1)

const fault = z.object({
  operation: z.enum(operations),
  fault: z.enum([...callFaults, ...refusals]),
  times: z.int().min(1).default(1),
  delayMs: z.int().min(0).default(1000),
})

/** Routes under /google/control and /youtube/control. */
export function controlRoutes(door: Door, studio: Studio): Router {
  const router = Router()
  addAccountControls(router, door)
  addStudioControls(router, door, studio)
  addApiControls(router, door, studio)
  return router
}

function addAccountControls(router: Router, { accounts }: Door): void {
  addControl(router, '/google/control/grant', grant, ({ channelId, channelTitle, email, scopes }) => {
    const { id } = ensureChannel(accounts, { id: channelId, title: channelTitle, email })
    const code = makeCode(accounts, { channelId: id, scopes: listScopes(scopes.join(' ')), isOffline: true })
    return { code, channelId: id }
  })
  addControl(router, '/google/control/revoke', z.object({ channel }), (body) =>
    disconnectChannel(accounts, getChannel(accounts, body.channel).id),
  )
  addControl(router, '/google/control/expire', z.object({ channel }), (body) =>
    expireAccess(accounts, getChannel(accounts, body.channel).id),
  )
  addControl(router, '/google/control/redirects', z.object({ uri: z.url() }), ({ uri }) => {
    accounts.redirects[uri] = true
    accounts.save()
  })
}

function addStudioControls(router: Router, { accounts }: Door, studio: Studio): void {
  const start = z.object({
    channel,
    title: z.string().optional(),
    type: z.enum(['event', 'persistent']).optional(),
  })
  addControl(router, '/youtube/control/live', start, (body) =>
    goLive(studio, getChannel(accounts, body.channel).id, body),
  )
  addControl(router, '/youtube/control/end', z.object({ channel }), (body) =>
    endLive(studio, getChannel(accounts, body.channel).id),
  )
  const chat = z.object({ channel, enabled: z.boolean().optional(), blocked: z.array(channel).optional() })
  addControl(router, '/youtube/control/chat', chat, (body) => {
    const [broadcast] = listBroadcasts(studio, getChannel(accounts, body.channel).id)
    if (!broadcast) throw new ControlError(`${body.channel} has never been live.`)
    broadcast.isChatOn = body.enabled ?? broadcast.isChatOn
    broadcast.blocked = body.blocked?.map((name) => getChannel(accounts, name).id) ?? broadcast.blocked
    studio.save()
    return broadcast
  })
}

function addApiControls(router: Router, door: Door, studio: Studio): void {
  const { quota, faults } = door
  const units = z.int().min(0).optional()
  const limits = z.object({ budget: units, insertCost: units, listCost: units, used: units })
  addControl(router, '/youtube/control/quota', limits, ({ used, ...settings }) => {
    for (const name of ['budget', 'insertCost', 'listCost'] as const)
      quota.settings[name] = settings[name] ?? quota.settings[name]
    if (used !== undefined) quota.setUsed(used)
    quota.save()
    return { ...quota.settings, used: quota.used() }
  })
  addControl(router, '/youtube/control/faults', fault, (body) => faults.add(body))
  addControl(router, '/youtube/control/faults/clear', z.object({}), () => faults.clear())
  router.get('/youtube/control/state', (_request, response) => {
    response.json({
      channels: Object.values(door.accounts.channels),
      broadcasts: Object.values(studio.broadcasts),
      quota: { ...quota.settings, used: quota.used(), refused: quota.refused() },
      faults: faults.list(),
    })
  })
}

function getChannel(accounts: Door['accounts'], name: string): Channel {
  const found = findChannel(accounts, name)
  if (!found) throw new ControlError(`YouTube has no channel ${name}.`)
  return found
}
