/** Adds the control endpoints of the YouTube stand-in. */
import type { Router } from 'express'
import * as z from 'zod'
import { addControl, addFaultControls, ControlError } from '../control.ts'
import { callFaults } from '../faults.ts'
import { type Channel, disconnectChannel, ensureChannel, findChannel } from './accounts.ts'
import { type ApiContext, operations, refusals } from './api-handler.ts'
import { endLive, findLive, goLive, listBroadcasts } from './broadcasts.ts'
import { addChatEvent, chatEventKinds } from './chat-events.ts'
import { type Chats, releaseHeld, rulesOf } from './chats.ts'
import { listScopes } from './consent-page.ts'
import type { Streams } from './streams.ts'

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

/** The name of a channel: its id, handle, title or email address. */
const channel = z.string().min(1)

/** Adds the routes under /google/control and /youtube/control. */
export function addControls(router: Router, api: ApiContext, chats: Chats, streams: Streams): void {
  addAccountControls(router, api)
  addBroadcastControls(router, api, chats)
  addModerationControls(router, api, chats)
  addApiControls(router, api, chats)
  addEventControls(router, api, chats, streams)
}

function addAccountControls(router: Router, { accounts }: ApiContext): void {
  addControl(router, '/google/control/grant', grant, ({ channelId, channelTitle, email, scopes }) => {
    const { id } = ensureChannel(accounts, { id: channelId, title: channelTitle, email })
    const code = accounts.oauth.makeCode({
      channelId: id,
      scopes: listScopes(scopes.join(' ')),
      isOffline: true,
    })
    return { code, channelId: id }
  })
  addControl(router, '/google/control/revoke', z.object({ channel }), (body) =>
    disconnectChannel(accounts, getChannel(accounts, body.channel).id),
  )
  addControl(router, '/google/control/expire', z.object({ channel }), (body) => {
    const { id } = getChannel(accounts, body.channel)
    accounts.oauth.expireAccess(({ channelId }) => channelId === id)
  })
  addControl(router, '/google/control/redirects', z.object({ uri: z.url() }), ({ uri }) => {
    accounts.redirects[uri] = true
    accounts.save()
  })
}

function addBroadcastControls(router: Router, { accounts }: ApiContext, chats: Chats): void {
  const { broadcasts } = chats
  const start = z.object({
    channel,
    title: z.string().optional(),
    type: z.enum(['event', 'persistent']).optional(),
    privacy: z.enum(['public', 'unlisted', 'private']).optional(),
    another: z.boolean().optional(),
  })
  addControl(router, '/youtube/control/live', start, (body) =>
    goLive(broadcasts, getChannel(accounts, body.channel).id, body),
  )
  const end = z.object({ channel, lingers: z.boolean().default(false) })
  addControl(router, '/youtube/control/end', end, (body) =>
    endLive(broadcasts, getChannel(accounts, body.channel).id, body),
  )
  const chat = z.object({ channel, enabled: z.boolean().optional(), blocked: z.array(channel).optional() })
  addControl(router, '/youtube/control/chat', chat, (body) => {
    const [broadcast] = listBroadcasts(broadcasts, getChannel(accounts, body.channel).id)
    if (!broadcast) throw new ControlError(`${body.channel} has never been live.`)
    broadcast.isChatOn = body.enabled ?? broadcast.isChatOn
    broadcast.blocked = body.blocked?.map((name) => getChannel(accounts, name).id) ?? broadcast.blocked
    broadcasts.save()
    return broadcast
  })
}

/** Adds what a channel sets for its chats, and what its moderators do there. */
function addModerationControls(router: Router, { accounts }: ApiContext, chats: Chats): void {
  const rules = z.object({
    channel,
    moderators: z.array(channel).optional(),
    heldWords: z.array(z.string()).optional(),
    holdsLinks: z.boolean().optional(),
  })
  addControl(router, '/youtube/control/moderation', rules, ({ channel: name, moderators, ...filters }) => {
    const changed = rulesOf(chats, getChannel(accounts, name).id)
    if (moderators) changed.moderators = moderators.map((one) => getChannel(accounts, one).id)
    Object.assign(changed, filters)
    chats.save()
    return changed
  })
  router.get('/youtube/control/chat/:liveChatId', (request, response) => {
    const messages = chats.messages[request.params.liveChatId] ?? []
    response.json(messages.filter(({ isHeld }) => !isHeld).map(({ text }) => text))
  })
  addControl(router, '/youtube/control/release', z.object({ channel }), (body) => {
    const { id } = getChannel(accounts, body.channel)
    return { released: releaseHeld(chats, id, (author) => accounts.channels[author]!.title) }
  })
  const count = z.number().min(0).optional()
  const limits = z.object({ messages: count, seconds: count, pollingMillis: count })
  addControl(router, '/youtube/control/limits', limits, (body) => {
    chats.postedAt.clear()
    chats.listedAt.clear()
    return Object.assign(chats.limits, body)
  })
}

/** Adds what viewers do in a live chat, and the end of the connections that stream it. */
function addEventControls(router: Router, { accounts }: ApiContext, chats: Chats, streams: Streams): void {
  const event = z.object({
    channel,
    kind: z.enum(chatEventKinds),
    viewer: channel.default('Ada Lovelace'),
    count: z.int().min(1).max(1_000_000).default(1),
    currency: z.string().length(3).default('USD'),
    message: z.string().max(500).default(''),
    of: z.string().max(100).default(''),
  })
  addControl(router, '/youtube/control/chat-event', event, ({ channel: name, viewer, ...what }) => {
    const live = findLive(chats.broadcasts, getChannel(accounts, name).id)
    if (!live) throw new ControlError(`${name} is not live.`)
    const author = ensureChannel(accounts, { title: viewer }).id
    return addChatEvent(chats, live.liveChatId, { ...what, author })
  })
  addControl(router, '/youtube/control/drop-streams', z.object({}), () => ({ dropped: streams.drop() }))
  router.get('/youtube/control/streams', (_request, response) => {
    response.json({ open: streams.count() })
  })
}

function addApiControls(router: Router, api: ApiContext, chats: Chats): void {
  const { quota, faults } = api
  const units = z.int().min(0).optional()
  const limits = z.object({
    budget: units,
    insertCost: units,
    listCost: units,
    chatListCost: units,
    used: units,
  })
  addControl(router, '/youtube/control/quota', limits, ({ used, ...settings }) => {
    Object.assign(quota.settings, settings)
    if (used !== undefined) quota.setUsed(used)
    quota.save()
    return { ...quota.settings, used: quota.used() }
  })
  addFaultControls(router, '/youtube/control/faults', faults, {
    operations,
    names: [...callFaults, ...refusals],
    delayMs: 1000,
  })
  router.get('/youtube/control/state', (_request, response) => {
    response.json({
      channels: Object.values(api.accounts.channels),
      broadcasts: Object.values(chats.broadcasts.all),
      limits: { ...chats.limits, refused: chats.refused },
      quota: { ...quota.settings, used: quota.used(), refused: quota.refused() },
      faults: faults.list(),
    })
  })
}

function getChannel(accounts: ApiContext['accounts'], name: string): Channel {
  const found = findChannel(accounts, name)
  if (!found) throw new ControlError(`YouTube has no channel ${name}.`)
  return found
}
