/** Applies the filters of `liveBroadcasts.list`: exactly one of three, and a broadcast type, by default 'event'. */
import { apiError, missingParameter } from './api-error.ts'
import { type Broadcast, listBroadcasts, type Broadcasts } from './broadcasts.ts'

const filters = ['broadcastStatus', 'id', 'mine'] as const
const statuses: Record<string, Broadcast['status'][]> = {
  active: ['live'],
  all: ['ready', 'live', 'complete'],
  completed: ['complete'],
  upcoming: ['ready'],
}
const types: Record<string, Broadcast['type'][]> = {
  all: ['event', 'persistent'],
  event: ['event'],
  persistent: ['persistent'],
}

/** Returns the broadcasts that a query selects. Throws YouTube's error if the query is invalid. */
export function filterBroadcasts(
  broadcasts: Broadcasts,
  channelId: string,
  query: Record<string, unknown>,
): Broadcast[] {
  const given = filters.filter((name) => query[name] !== undefined)
  if (given.length === 0) {
    throw missingParameter('No filter selected. Expected one of: broadcastStatus, id, mine', 'parameters.')
  }
  if (given.length > 1) {
    const message = `Incompatible parameters specified in the request: ${given.join(', ')}`
    throw apiError(400, 'incompatibleParameters', message, {
      domain: 'youtube.parameter',
      location: 'parameters.',
    })
  }
  const { id } = query
  if (typeof id === 'string') {
    const ids = id.split(',')
    return Object.values(broadcasts.all).filter((broadcast) => ids.includes(broadcast.id))
  }
  const wantedStatuses = pick(statuses, query.broadcastStatus ?? 'all', 'broadcastStatus')
  const wantedTypes = pick(types, query.broadcastType ?? 'event', 'broadcastType')
  return listBroadcasts(broadcasts, channelId).filter(
    ({ status, type }) => wantedStatuses.includes(status) && wantedTypes.includes(type),
  )
}

function pick<T>(choices: Record<string, T[]>, name: unknown, location: string): T[] {
  const choice = typeof name === 'string' && Object.hasOwn(choices, name) ? choices[name] : undefined
  if (choice) return choice
  throw apiError(400, 'invalidParameter', `Invalid string value: '${String(name)}'.`, { location })
}
