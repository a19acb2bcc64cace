/** Opens tmi.js' client for Twitch chat and logs it in. */
import tmi from 'tmi.js'

export type TwitchClient = InstanceType<typeof tmi.Client>

export interface IrcMessage {
  command: string
  params: string[]
  tags: Record<string, unknown>
  prefix: string | null
}

/** Thrown when Twitch refused the access token, so that a new one is needed. */
export class TwitchLoginError extends Error {}

/** Thrown when the connection was lost or stopped responding before Twitch's response. */
export class TwitchLostError extends Error {}

export interface TwitchAddress {
  url: string
  username: string
  token: () => Promise<string>
  timeouts?: TwitchTimeouts
  signal?: AbortSignal
}

/** Timeouts in milliseconds of the log-in, a join, a message, and a PING. */
export interface TwitchTimeouts {
  connectMs: number
  joinMs: number
  sendMs: number
  pingMs?: number
}

const silent = { setLevel() {}, info() {}, warn() {}, error() {}, debug() {}, trace() {}, fatal() {} }

/** Returns a client that is not connected yet, and that never reconnects by itself. */
export function openTwitchClient({ url, username, token }: TwitchAddress): TwitchClient {
  const { protocol, hostname, port } = new URL(url)
  const isSecure = protocol === 'wss:'
  return new tmi.Client({
    options: { skipUpdatingEmotesets: true, skipMembership: true },
    connection: {
      server: hostname,
      port: Number(port || (isSecure ? 443 : 80)),
      secure: isSecure,
      reconnect: false,
    },
    identity: { username, password: token },
    channels: [],
    logger: silent,
  })
}

/** Connects and logs in within `connectMs`. Throws `TwitchLoginError` when Twitch refuses the token. */
export async function logIn(
  client: TwitchClient,
  connectMs: number,
  signal = new AbortController().signal,
): Promise<void> {
  signal.throwIfAborted()
  let timer: NodeJS.Timeout | undefined
  let stop = () => {}
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('twitch did not greet in time')), connectMs)
    stop = () => reject(new TwitchLostError('no longer wanted'))
    signal.addEventListener('abort', stop)
  })
  try {
    await Promise.race([client.connect(), limit])
  } catch (error) {
    // Otherwise a socket whose log-in failed would stay open.
    client.disconnect().catch(() => {})
    throw toLoginError(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** Converts the errors of a failed log-in, which tmi.js throws as strings. */
function toLoginError(error: unknown): Error {
  if (error instanceof Error) return error
  const text = String(error)
  if (/log(?:in|ging in)|improperly formatted auth|invalid nick/i.test(text))
    return new TwitchLoginError(text)
  return new Error(`twitch: ${text}`)
}
