/**
 * Joins channels and leaves them again. Twitch allows a bot to be in 100 channels at a time, not counting those where it is a
 * moderator: https://discuss.dev.twitch.com/t/giving-broadcasters-control-concurrent-join-limits-for-irc-and-eventsub/54997
 */
import { SlowDownError } from '../../errors.ts'
import type { TwitchConnection, TwitchResponse } from './connection.ts'
import type { TwitchLimits } from './limits.ts'

/** Less than Twitch allows, so that a person can also use the account, and because a moderator may lose that role. */
const usualMaxPlain = 90
/** How long a chat waits while messages are being sent to all channels that could be left. */
const fullMs = 500

export interface TwitchChannels {
  /**
   * Joins a channel, and if there are too many, leaves the one whose last message is the longest ago. Twitch responds neither to a
   * join that it drops nor to one of a channel that does not exist, so a join without a response is retried once. `isPrivileged` is
   * what is known before the join. Throws `SlowDownError` when it has to wait.
   */
  join(connection: TwitchConnection, channel: string, isPrivileged: boolean): Promise<TwitchResponse>
  /** Leaves a channel. */
  leave(connection: TwitchConnection, channel: string): void
  /** Leaves half of the channels that count, because Twitch found that there are too many. */
  leaveHalf(connection: TwitchConnection): void
  /** Keeps a channel from being left while `work` runs. */
  hold<T>(channel: string, work: () => Promise<T>): Promise<T>
}

/** Opens the channels of a bot; each connection starts in none. */
export function openTwitchChannels(limits: TwitchLimits, maxPlain = usualMaxPlain): TwitchChannels {
  const joinedBy = new WeakMap<TwitchConnection, Map<string, { isModerator: boolean }>>()
  const { hold, isHeld } = openHolds()

  /** Returns a connection's channels, the one whose last use is the longest ago first. */
  function listJoined(connection: TwitchConnection) {
    const joined = joinedBy.get(connection) ?? new Map<string, { isModerator: boolean }>()
    joinedBy.set(connection, joined)
    return joined
  }

  function listPlain(connection: TwitchConnection): string[] {
    return [...listJoined(connection)].flatMap(([channel, { isModerator }]) => (isModerator ? [] : [channel]))
  }

  function leaveAll(connection: TwitchConnection, channels: readonly string[]): void {
    for (const channel of channels) {
      listJoined(connection).delete(channel)
      connection.part(channel)
    }
  }

  function makeRoom(connection: TwitchConnection): void {
    const plain = listPlain(connection)
    const excess = plain.length - maxPlain + 1
    if (excess <= 0) return
    const idle = plain.filter((channel) => !isHeld(channel))
    if (idle.length < excess) throw new SlowDownError(fullMs)
    leaveAll(connection, idle.slice(0, excess))
  }

  const joinNew: TwitchChannels['join'] = async (connection, channel, isPrivileged) => {
    const waitMs = await limits.takeJoin(isPrivileged)
    if (waitMs > 0) throw new SlowDownError(waitMs)
    makeRoom(connection)
    // Whether the bot is a moderator there is known after the join, so until then the channel counts.
    listJoined(connection).set(channel, { isModerator: false })
    const response = await connection.join(channel)
    if (response.kind !== 'accepted') listJoined(connection).delete(channel)
    return response
  }

  const enter: TwitchChannels['join'] = async (connection, channel, isPrivileged) => {
    if (connection.isJoined(channel)) return connection.join(channel)
    const first = await joinNew(connection, channel, isPrivileged)
    return first.kind === 'silence' ? joinNew(connection, channel, isPrivileged) : first
  }

  return {
    async join(connection, channel, isPrivileged) {
      const response = await enter(connection, channel, isPrivileged)
      if (response.kind !== 'accepted') return response
      const joined = listJoined(connection)
      joined.delete(channel)
      joined.set(channel, { isModerator: response.isModerator })
      return response
    },
    leave: (connection, channel) => leaveAll(connection, [channel]),
    leaveHalf(connection) {
      const idle = listPlain(connection).filter((channel) => !isHeld(channel))
      leaveAll(connection, idle.slice(0, Math.ceil(idle.length / 2)))
    },
    hold,
  }
}

/** Counts the messages that are being sent to each channel. */
function openHolds() {
  const held = new Map<string, number>()
  return {
    isHeld: (channel: string) => held.has(channel),
    async hold<T>(channel: string, work: () => Promise<T>): Promise<T> {
      held.set(channel, (held.get(channel) ?? 0) + 1)
      try {
        return await work()
      } finally {
        const count = held.get(channel)! - 1
        if (count > 0) held.set(channel, count)
        else held.delete(channel)
      }
    },
  }
}
