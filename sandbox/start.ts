/** Starts the sandbox on this machine's loopback address: an HTTP server with all stand-ins, and the mail relay. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import express, { type RequestHandler } from 'express'
import { openDiscord } from './discord/stand-in.ts'
import { openGoogle } from './google/stand-in.ts'
import { openKick } from './kick/stand-in.ts'
import { openMail } from './mail/stand-in.ts'
import { escapeHtml, page, table } from './page.ts'
import { openPaypal } from './paypal/stand-in.ts'
import { openPush } from './push/stand-in.ts'
import type { StandIn, StandInContext } from './stand-in.ts'
import { openState } from './state.ts'
import { openRates } from './rates/stand-in.ts'
import { openSpeech } from './speech/stand-in.ts'
import { openStripe } from './stripe/stand-in.ts'
import { streamelements } from './tip-lists/streamelements.ts'
import { streamlabs } from './tip-lists/streamlabs.ts'
import { openTipList } from './tip-lists/tip-list.ts'
import { openTwitch } from './twitch/stand-in.ts'
import { openYoutube } from './youtube/stand-in.ts'

export interface SandboxOptions {
  /** 0, the default, is any free port. */
  port?: number
  smtpPort?: number
  /** The file that stores the sandbox's data; without it, the data is lost when the sandbox closes. */
  stateFile?: string
  host?: string
}

export interface Sandbox {
  url: string
  /** The environment variables that point the product at the stand-ins. */
  env: Record<string, string>
  close(): Promise<void>
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** Opens the stand-ins one after the other, in the order in which their routes are mounted. */
export async function* openStandIns(
  context: StandInContext,
  smtp: { host: string; port: number },
): AsyncGenerator<StandIn> {
  yield openMail(context, smtp)
  yield openGoogle(context) // Google's routes must come before YouTube's, which parse all bodies under /google
  yield openRates(context)
  yield openTwitch(context)
  yield openYoutube(context)
  yield openDiscord(context)
  yield openKick(context)
  yield openTipList(context, streamlabs)
  yield openTipList(context, streamelements)
  yield openPush(context)
  yield openSpeech(context)
  yield openPaypal(context)
  yield openStripe(context)
}

/** Starts all stand-ins. If a port is taken, stops the stand-ins that are already running, and throws. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, smtpPort = 0, stateFile, host = '127.0.0.1' } = options
  if (!loopback.has(host)) throw new Error(`The sandbox only listens on loopback addresses: ${host} is none.`)
  const state = openState(stateFile)
  const server = createServer()
  const sockets = trackSockets(server)
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
    server.listen(port, host)
    await once(server, 'listening')
    const context: StandInContext = { origin: originOf(server, host), state }
    for await (const standIn of openStandIns(context, { host, port: smtpPort })) opened.push(standIn)
    const env = Object.assign({}, ...opened.map((standIn) => standIn.env)) as Record<string, string>
    app.get('/', (_request, response) => void response.send(indexPage(opened, env)))
    for (const standIn of opened) app.use(standIn.router)
    for (const standIn of opened) standIn.attach?.(server)
    open()
    return { url: context.origin, env, close }
  } catch (error) {
    await close()
    throw error
  }
}

function originOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Returns the set of open connections, so that closing also ends WebSockets, which the HTTP server no longer tracks. */
function trackSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/** Refuses other host names, so that a website cannot reach the sandbox by DNS rebinding. */
const refuseOtherHosts: RequestHandler = (request, response, next) => {
  if (loopback.has(request.hostname.replace(/^\[|\]$/g, ''))) return next()
  response.status(421).type('text').send('The sandbox answers on loopback addresses only.')
}

function indexPage(standIns: readonly StandIn[], env: Record<string, string>): string {
  const pages = standIns.flatMap(({ page: own }) => own ?? [])
  const links = pages.map(({ path, name, about }) => [`<a href="${path}">${name}</a>`, about])
  const variables = Object.entries(env).map(([name, value]) => [
    `<code>${name}</code>`,
    isSecret(name) ? 'set' : `<code>${escapeHtml(value)}</code>`,
  ])
  return page(
    'Sandbox',
    `<p>Stand-ins for the outside services that the site needs.</p>${table(['Service', 'Pages'], links)}
<h2>Environment</h2>${table(['Variable', 'Value'], variables)}`,
  )
}

function isSecret(name: string): boolean {
  return /SECRET|TOKEN|PRIVATE|API_KEY/.test(name)
}
