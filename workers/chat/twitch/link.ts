/**
 * Tracks whether a connection to Twitch is lost. A half-open one, which neither end knows to be dead, shows only by a PING without
 * a PONG; Twitch answers PINGs and does not limit them: https://github.com/pajbot/tmi-rate-limits.
 */
import { TwitchLostError } from './client.ts'
import type { TwitchClient } from './client.ts'

export interface TwitchLink {
  isLost(): boolean
  isOpen(): boolean
  /** Notes that Twitch has sent something. */
  hear(): void
  /** Returns the milliseconds since Twitch has sent anything. */
  quietMs(): number
  /** Closes the connection and throws `TwitchLostError` if Twitch does not respond to a PING. */
  requireAlive(): Promise<void>
}

/** Opens the link of a client; `onLost` is called once. */
export function openTwitchLink(client: TwitchClient, pingMs: number, onLost: () => void): TwitchLink {
  const pulse = openPulse(client, pingMs)
  let isLost = false

  function lose(): void {
    isLost = true
    // After Twitch's RECONNECT, tmi.js would reconnect by itself, in addition to the connection that we open next.
    client.connect = () => Promise.reject(new TwitchLostError('this connection is over'))
    onLost()
  }
  client.on('disconnected', lose)

  return {
    isLost: () => isLost,
    isOpen: () => !isLost && client.readyState() === 'OPEN',
    hear: pulse.hear,
    quietMs: pulse.quietMs,
    async requireAlive(): Promise<void> {
      if (await pulse.isAlive()) return
      lose()
      client.disconnect().catch(() => {}) // not awaited, because a dead connection does not respond to the closing handshake
      throw new TwitchLostError('connection to twitch silent')
    },
  }
}

function openPulse(client: TwitchClient, pingMs: number) {
  let receivedAt = performance.now()
  let asking: Promise<boolean> | undefined
  let answer = () => {}

  function ask(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pingMs, false)
      answer = () => {
        clearTimeout(timer)
        resolve(true)
      }
      client.ping().catch(() => {}) // the timeout of tmi.js is shorter than ours, so its rejection is ignored
    })
  }

  return {
    hear(): void {
      receivedAt = performance.now()
      answer()
    },
    quietMs: () => performance.now() - receivedAt,
    isAlive: () => (asking ??= ask().finally(() => (asking = undefined))),
  }
}
