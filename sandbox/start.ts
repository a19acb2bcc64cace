/** Starts the sandbox: one HTTP server with every stand-in, and the mail relay beside it. Loopback only. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import express, { type RequestHandler } from 'express'
import { openDiscord } from './discord/stand-in.ts'
import { openGoogle } from './google/stand-in.ts'
import { openMail } from './mail/stand-in.ts'
import { escapeHtml, page } from './page.ts'
import { openPaypal } from './paypal/stand-in.ts'
import { openPush } from './push/stand-in.ts'
import type { StandIn, StandInContext } from './stand-in.ts'
import { openState } from './state.ts'
import { openStripe } from './stripe/stand-in.ts'
import { openTwitch } from './twitch/stand-in.ts'
import { openYoutube } from './youtube/stand-in.ts'

export interface SandboxOptions {
  /** 0 or nothing: any free port. */
  port?: number
  smtpPort?: number
  /** Where the sandbox remembers; without it, it forgets when it ends. */
  stateFile?: string
  host?: string
}

export interface Sandbox {
  url: string
  /** The environment with which the product finds every provider here. */
  env: Record<string, string>
  close(): Promise<void>
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** Starts everything, or nothing: a port that is taken is an error, and leaves nothing behind. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, smtpPort = 0, stateFile, host = '127.0.0.1' } = options
  if (!loopback.has(host))
    throw new Error(`The sandbox is for this machine alone: ${host} is not a loopback address.`)
  const state = openState(stateFile)
  const server = createServer()
  const sockets = rememberSockets(server)
  const app = express().disable('x-powered-by').use(refuseOtherHosts)
  const opened: StandIn[] = []
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => (open = resolve))
  server.on('request', (request, response) => void isOpen.then(() => app(request, response)))

  async function close(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    await Promise.all(opened.map(async (standIn) => standIn.close?.()))
    for (const socket of sockets) socket.destroy()
    await closed
    state.flush()
  }

  try {
    await listen(server, host, port)
    const context: StandInContext = { origin: originOf(server, host), state }
    opened.push(await openMail(context, { host, port: smtpPort }))
    opened.push(await openGoogle(context)) // before YouTube, whose part of Google reads every body itself
    opened.push(openTwitch(context), openYoutube(context), openDiscord(context), openPush(context))
    opened.push(await openPaypal(context), await openStripe(context))
    const env = Object.assign({}, ...opened.map((standIn) => standIn.env)) as Record<string, string>
    app.get('/', (_request, response) => void response.send(indexPage(env)))
    for (const standIn of opened) app.use(standIn.router)
    for (const standIn of opened) standIn.attach?.(server)
    open()
    return { url: context.origin, env, close }
  } catch (error) {
    await close()
    throw error
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

function originOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Upgraded connections are no longer the HTTP server's: they are kept here, so that closing ends them too. */
function rememberSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/** A strange page in the same browser cannot reach in by a name that it points at this machine. */
const refuseOtherHosts: RequestHandler = (request, response, next) => {
  if (loopback.has(request.hostname.replace(/^\[|\]$/g, ''))) return next()
  response.status(421).type('text').send('The sandbox answers on loopback addresses only.')
}

function indexPage(env: Record<string, string>): string {
  const pages = [
    ['/paypal/activity', 'PayPal', 'payments, refunds, disputes'],
    ['/stripe/activity', 'Stripe', 'card payments, bank debits, refunds, disputes'],
    ['/twitch', 'Twitch', 'channels and their chat'],
    ['/google', 'Google', 'who can sign in with Google'],
    ['/youtube', 'YouTube', 'channels, broadcasts and their live chat'],
    ['/discord', 'Discord', 'webhooks and the channels they lead to'],
    ['/push', 'Push', 'every message that a browser was pushed, decrypted'],
    ['/mail', 'Mail', 'every mail that was sent'],
  ]
  const links = pages.map(
    ([href, name, what]) => `<tr><td><a href="${href}">${name}</a></td><td>${what}</td></tr>`,
  )
  const rows = Object.entries(env).map(
    ([name, value]) =>
      `<tr><td><code>${name}</code></td><td>${isSecret(name) ? 'set' : `<code>${escapeHtml(value)}</code>`}</td></tr>`,
  )
  return page(
    'Sandbox',
    `<p>Every outside service the site needs, played on this machine.</p><table>${links.join('')}</table>
<h2>Environment</h2><table>${rows.join('')}</table>`,
  )
}

function isSecret(name: string): boolean {
  return /SECRET|TOKEN|PRIVATE/.test(name)
}
