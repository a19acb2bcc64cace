/** Connects a tmi.js client to the sandbox's chat, and collects the server's replies. */
import tmi from 'tmi.js'
import { postForm } from '../sandbox.fixture.ts'
import type { Sandbox } from '../start.ts'

export interface Answer {
  command: string
  channel: string
  msgId?: string
}

export interface Chatter extends AsyncDisposable {
  client: InstanceType<typeof tmi.Client>
  /** The server's replies in order of arrival: NOTICEs, and those USERSTATEs that have a message id. */
  answers: Answer[]
}

interface RawMessage {
  command: string
  params: string[]
  tags: Record<string, unknown>
}

const silent = { setLevel() {}, info() {}, warn() {}, error() {}, debug() {}, trace() {}, fatal() {} }

/** Opens a client that is not connected yet. */
export function openClient(
  sandbox: Sandbox,
  identity: { username: string; password: string } | undefined,
  { reconnect = false } = {},
) {
  const { hostname, port } = new URL(sandbox.env.TWITCH_CHAT_URL!)
  return new tmi.Client({
    options: { skipUpdatingEmotesets: true },
    connection: { server: hostname, port: Number(port), secure: false, reconnect, reconnectInterval: 50 },
    identity,
    channels: [],
    logger: silent,
  })
}

/** Connects a client: the bot, unless another identity is given. */
export async function connect(
  sandbox: Sandbox,
  identity?: { username: string; password: string },
  options?: { reconnect?: boolean },
): Promise<Chatter> {
  const who = identity ?? { username: 'brimfulbot', password: `oauth:${await refreshBot(sandbox)}` }
  const client = openClient(sandbox, who.username.startsWith('justinfan') ? undefined : who, options)
  const answers: Answer[] = []
  listen(client, answers)
  await client.connect()
  return {
    client,
    answers,
    async [Symbol.asyncDispose]() {
      await client.disconnect().catch(() => {}) // the sandbox may have closed the connection already
    },
  }
}

/** Issues a new access token for the bot. */
export async function refreshBot({ env }: Sandbox): Promise<string> {
  const response = await postForm(`${env.TWITCH_AUTH_URL}/token`, {
    client_id: env.TWITCH_CLIENT_ID!,
    client_secret: env.TWITCH_CLIENT_SECRET!,
    grant_type: 'refresh_token',
    refresh_token: env.TWITCH_BOT_REFRESH_TOKEN!,
  })
  return ((await response.json()) as { access_token: string }).access_token
}

function listen(client: InstanceType<typeof tmi.Client>, answers: Answer[]): void {
  const emitter = client as unknown as { on(event: string, listener: (message: RawMessage) => void): void }
  emitter.on('raw_message', ({ command, params, tags }) => {
    if (command === 'USERSTATE' && tags.id === undefined) return
    if (command !== 'USERSTATE' && command !== 'NOTICE') return
    const msgId = typeof tags['msg-id'] === 'string' ? { msgId: tags['msg-id'] } : {}
    answers.push({ command, channel: params[0] ?? '', ...msgId })
  })
}
