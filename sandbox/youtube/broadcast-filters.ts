/** Which broadcasts a list call means: exactly one of three filters, and a type that is 'event' unless said otherwise. */
import { ApiError, missingParameter } from './api-error.ts'
import { type Broadcast, listBroadcasts, type Studio } from './broadcasts.ts'

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

/** The broadcasts of a query, or YouTube's complaint about it. */
export function filterBroadcasts(
  studio: Studio,
  channelId: string,
  query: Record<string, unknown>,
): Broadcast[] {
  const given = filters.filter((name) => query[name] !== undefined)
  if (given.length === 0) {
    throw missingParameter('No filter selected. Expected one of: broadcastStatus, id, mine', 'parameters.')
  }
  if (given.length > 1) {
    const message = `Incompatible parameters specified in the request: ${given.join(', ')}`
    throw new ApiError(400, 'incompatibleParameters', message, {
      domain: 'youtube.parameter',
      location: 'parameters.',
    })
  }
  const { id } = query
  if (typeof id === 'string') {
    const ids = id.split(',')
    return Object.values(studio.broadcasts).filter((broadcast) => ids.includes(broadcast.id))
  }
  const wantedStatuses = pick(statuses, query.broadcastStatus ?? 'all', 'broadcastStatus')
  const wantedTypes = pick(types, query.broadcastType ?? 'event', 'broadcastType')
  return listBroadcasts(studio, channelId).filter(
    ({ status, type }) => wantedStatuses.includes(status) && wantedTypes.includes(type),
  )
}

function pick<T>(choices: Record<string, T[]>, name: unknown, location: string): T[] {
  const choice = typeof name === 'string' && Object.hasOwn(choices, name) ? choices[name] : undefined
  if (choice) return choice
  throw new ApiError(400, 'invalidParameter', `Invalid string value: '${String(name)}'.`, { location })
}
