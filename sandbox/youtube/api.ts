/** The calls of the YouTube Data API that a tip bot makes. */
import type { Request } from 'express'
import { Router } from 'express'
import * as z from 'zod'
import { type Channel, type ChannelAccess, youtubeScope } from './accounts.ts'
import { apiError, chatError, missingParameter } from './api-error.ts'
import { type ApiContext, handleCall } from './api-handler.ts'
import { type Broadcasts, postToChat } from './broadcasts.ts'
import { filterBroadcasts } from './broadcast-filters.ts'
import { showBroadcast, showChannel, showList, showMessage } from './wire.ts'

const readScopes = [youtubeScope, `${youtubeScope}.readonly`, `${youtubeScope}.force-ssl`]
const writeScopes = [youtubeScope, `${youtubeScope}.force-ssl`]

const newMessage = z.object({
  snippet: z
    .object({
      liveChatId: z.string().default(''),
      type: z.string().default(''),
      textMessageDetails: z.object({ messageText: z.string().default('') }).default({ messageText: '' }),
    })
    .default({ liveChatId: '', type: '', textMessageDetails: { messageText: '' } }),
})

/** Routes under /youtube/v3. */
export function apiRoutes(api: ApiContext, broadcasts: Broadcasts): Router {
  const router = Router()
  const { settings } = api.quota
  const listCost = () => settings.listCost

  router.get(
    '/youtube/v3/channels',
    handleCall(api, {
      operation: 'channels',
      scopes: readScopes,
      cost: listCost,
      work: (request, access) => {
        const parts = partsOf(request)
        const channels = findChannels(api, request, access)
        return showList('channel', channels, request, (channel) => showChannel(channel, parts))
      },
    }),
  )
  router.get(
    '/youtube/v3/liveBroadcasts',
    handleCall(api, {
      operation: 'list',
      scopes: readScopes,
      cost: listCost,
      work: (request, { channelId }) => {
        const parts = partsOf(request)
        const found = filterBroadcasts(broadcasts, channelId, request.query)
        return showList('liveBroadcast', found, request, (broadcast) => showBroadcast(broadcast, parts))
      },
    }),
  )
  router.post(
    '/youtube/v3/liveChat/messages',
    handleCall(api, {
      operation: 'insert',
      scopes: writeScopes,
      cost: () => settings.insertCost,
      work: (request, access) => insertMessage(api, broadcasts, request, access),
    }),
  )
  return router
}

function insertMessage(
  api: ApiContext,
  broadcasts: Broadcasts,
  request: Request,
  { channelId }: ChannelAccess,
) {
  const parts = partsOf(request)
  const body = newMessage.safeParse(request.body)
  if (!body.success)
    throw apiError(400, 'parseError', 'This API does not support parsing form-encoded input.')
  const { liveChatId, type, textMessageDetails } = body.data.snippet
  if (!liveChatId) throw chatError('liveChatIdRequired')
  if (type !== 'textMessageEvent') throw chatError('typeRequired')
  const author = api.accounts.channels[channelId]!
  const message = postToChat(broadcasts, author, { liveChatId, text: textMessageDetails.messageText })
  return showMessage(message, parts)
}

function findChannels(api: ApiContext, request: Request, access: ChannelAccess): Channel[] {
  const { mine, id, forHandle } = request.query
  if (mine === 'true') return [api.accounts.channels[access.channelId]!]
  const all = Object.values(api.accounts.channels)
  if (typeof id === 'string') return all.filter((channel) => id.split(',').includes(channel.id))
  if (typeof forHandle === 'string') {
    return all.filter(({ handle }) => handle === forHandle.toLowerCase().replace(/^@/, ''))
  }
  throw missingParameter('No filter selected. Expected one of: forHandle, id, mine', 'parameters.')
}

/** The parts of a resource that the call wants in the answer. */
function partsOf(request: Request): Set<string> {
  const part = ([] as unknown[]).concat(request.query.part ?? [])
  const parts = part.flatMap((one) => String(one).split(',')).filter(Boolean)
  if (!parts.length) throw apiError(400, 'required', 'Required parameter: part', { location: 'part' })
  return new Set(parts)
}
