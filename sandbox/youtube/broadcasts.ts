/** Stores live broadcasts. */
import { makeSecret } from '../secrets.ts'
import type { State } from '../state.ts'

export interface Broadcast {
  id: string
  channelId: string
  title: string
  type: 'event' | 'persistent'
  status: 'ready' | 'live' | 'complete'
  privacy: 'public' | 'unlisted' | 'private'
  liveChatId: string
  isChatOn: boolean
  /** Whether the chat has ended although the broadcast is still listed as live. */
  hasEnded?: boolean
  /** The channels that are blocked from the chat. */
  blocked: string[]
  createdAt: string
  startedAt?: string
  endedAt?: string
}

export type Broadcasts = ReturnType<typeof openBroadcasts>

/** Opens the stored broadcasts. */
export function openBroadcasts(state: State) {
  return {
    all: state.collection<Broadcast>('youtube.broadcasts'),
    save: state.save,
  }
}

/** Returns a channel's broadcasts, newest first. */
export function listBroadcasts(broadcasts: Broadcasts, channelId: string): Broadcast[] {
  const own = Object.values(broadcasts.all).filter((broadcast) => broadcast.channelId === channelId)
  return own.reverse().sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/** Returns the live broadcast of a channel, of several the one that was created last. */
export function findLive(broadcasts: Broadcasts, channelId: string): Broadcast | undefined {
  return listBroadcasts(broadcasts, channelId).find(({ status, hasEnded }) => status === 'live' && !hasEnded)
}

interface NewBroadcast {
  title?: string | undefined
  type?: Broadcast['type'] | undefined
  privacy?: Broadcast['privacy'] | undefined
  /** Starts one more broadcast although one is live: a channel may have several at once. */
  another?: boolean | undefined
}

/** Starts a broadcast, or returns the one that is already live. */
export function goLive(
  broadcasts: Broadcasts,
  channelId: string,
  { title = 'Live now', type = 'event', privacy = 'public', another = false }: NewBroadcast = {},
): Broadcast {
  const now = new Date().toISOString()
  const live = another ? undefined : findLive(broadcasts, channelId)
  const broadcast = live ?? {
    id: makeSecret(8),
    channelId,
    title,
    type,
    status: 'live',
    privacy,
    liveChatId: makeSecret(40),
    isChatOn: true,
    blocked: [],
    createdAt: now,
    startedAt: now,
  }
  broadcasts.all[broadcast.id] = broadcast
  broadcasts.save()
  return broadcast
}

/** Ends a channel's live broadcast and its chat. With `lingers` the broadcast is still listed as live. */
export function endLive(broadcasts: Broadcasts, channelId: string, { lingers = false } = {}): void {
  const broadcast = findLive(broadcasts, channelId)
  if (!broadcast) return
  broadcast.hasEnded = true
  if (!lingers) broadcast.status = 'complete'
  broadcast.endedAt = new Date().toISOString()
  broadcasts.save()
}
