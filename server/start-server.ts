/** Starts the server, and stops it without interrupting responses in progress. */
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RequestHandler } from 'express'
import { createApp } from './app.ts'
import type { AppContext } from './context.ts'
import { clientAddress } from './http/client-address.ts'
import { gracefulClose } from './http/close-gracefully.ts'
import { readOverlayBuild } from './http/overlay-build.ts'
import { builtPages } from './pages/pages.ts'
import { findViewer } from './http/viewer.ts'
import { attachSockets } from './sockets/attach.ts'

export interface ServerOptions {
  /** The port to listen on; 0 takes any free one. */
  port: number
  host: string
  /** The folder with the output of `vite build`. */
  publicDir?: string | undefined
  /** Serves the pages instead of `publicDir`: Vite's own middleware in development. */
  pages?: RequestHandler | undefined
}

export interface RunningServer {
  url: string
  /**
   * Lets the health check fail while requests are still taken, and ends each connection with its next response. A proxy that reuses a
   * connection at the moment it closes loses the request, so connections have to be gone before the server is.
   */
  drain(): void
  /** Stops accepting requests, closes the sockets, and lets running requests finish. */
  close(): Promise<void>
}

/** Starts the web server and its sockets on one port. Rejects when the port is taken. */
export async function startServer(
  ctx: AppContext,
  { port, host, publicDir, pages }: ServerOptions,
): Promise<RunningServer> {
  const overlayBuild = readOverlayBuild(publicDir)
  let isDraining = false
  const app = createApp(
    { ...ctx, overlayBuild, isDraining: () => isDraining },
    pages ?? (publicDir ? builtPages(publicDir, ctx) : undefined),
  )
  const server = createServer(app)
  const close = gracefulClose(server)
  server.prependListener('request', (_req, res) => {
    if (isDraining) res.setHeader('Connection', 'close')
  })
  const sockets = attachSockets(server, {
    db: ctx.db,
    pubsub: ctx.pubsub,
    log: ctx.log,
    publicUrl: ctx.config.publicUrl,
    viewerOf: (cookieHeader) => findViewer({ db: ctx.db, publicUrl: ctx.config.publicUrl }, cookieHeader),
    addressOf: clientAddress(app),
    overlayBuild,
  })
  await listen(server, port, host)
  return {
    url: addressOf(server, host),
    drain: () => void (isDraining = true),
    async close() {
      await sockets.close()
      await close()
    },
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((listening, failed) => {
    server.once('error', failed)
    server.listen(port, host, () => {
      server.off('error', failed)
      listening()
    })
  })
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
