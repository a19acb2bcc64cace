/** The part of the YouTube Data API that a tip bot uses. */
import type { Request } from 'express'
import { Router } from 'express'
import * as z from 'zod'
import { type Access, type Channel, youtubeScope } from './accounts.ts'
import { ApiError, chatError, missingParameter } from './api-error.ts'
import { type Door, openCall } from './api-door.ts'
import { type Studio, writeToChat } from './broadcasts.ts'
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
export function apiRoutes(door: Door, studio: Studio): Router {
  const router = Router()
  const { settings } = door.quota
  const listCost = () => settings.listCost

  router.get(
    '/youtube/v3/channels',
    openCall(door, {
      operation: 'channels',
      scopes: readScopes,
      cost: listCost,
      work: (request, access) => {
        const parts = partsOf(request)
        const channels = findChannels(door, request, access)
        return showList('channel', channels, request, (channel) => showChannel(channel, parts))
      },
    }),
  )
  router.get(
    '/youtube/v3/liveBroadcasts',
    openCall(door, {
      operation: 'list',
      scopes: readScopes,
      cost: listCost,
      work: (request, { channelId }) => {
        const parts = partsOf(request)
        const broadcasts = filterBroadcasts(studio, channelId, request.query)
        return showList('liveBroadcast', broadcasts, request, (broadcast) => showBroadcast(broadcast, parts))
      },
    }),
  )
  router.post(
    '/youtube/v3/liveChat/messages',
    openCall(door, {
      operation: 'insert',
      scopes: writeScopes,
      cost: () => settings.insertCost,
      work: (request, access) => insertMessage(door, studio, request, access),
    }),
  )
  return router
}

function insertMessage(door: Door, studio: Studio, request: Request, { channelId }: Access) {
  const parts = partsOf(request)
  const body = newMessage.safeParse(request.body)
  if (!body.success)
    throw new ApiError(400, 'parseError', 'This API does not support parsing form-encoded input.')
  const { liveChatId, type, textMessageDetails } = body.data.snippet
  if (!liveChatId) throw chatError('liveChatIdRequired')
  if (type !== 'textMessageEvent') throw chatError('typeRequired')
  const author = door.accounts.channels[channelId]!
  const message = writeToChat(studio, author, { liveChatId, text: textMessageDetails.messageText })
  return showMessage(message, parts)
}

function findChannels(door: Door, request: Request, access: Access): Channel[] {
  const { mine, id, forHandle } = request.query
  if (mine === 'true') return [door.accounts.channels[access.channelId]!]
  const all = Object.values(door.accounts.channels)
  if (typeof id === 'string') return all.filter((channel) => id.split(',').includes(channel.id))
  if (typeof forHandle === 'string') {
    return all.filter(({ handle }) => handle === forHandle.toLowerCase().replace(/^@/, ''))
  }
  throw missingParameter('No filter selected. Expected one of: forHandle, id, mine', 'parameters.')
}

/** Every call says which parts it wants; only those are in the answer. */
function partsOf(request: Request): Set<string> {
  const part = ([] as unknown[]).concat(request.query.part ?? [])
  const parts = part.flatMap((one) => String(one).split(',')).filter(Boolean)
  if (!parts.length) throw new ApiError(400, 'required', 'Required parameter: part', { location: 'part' })
  return new Set(parts)
}
