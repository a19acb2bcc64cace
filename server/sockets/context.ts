/** Defines the parts of the web server that the sockets need. */
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import type { PubSub } from '../../db/pubsub.ts'
import type { Db } from '../../db/connection.ts'

export interface SocketContext {
  db: Db
  pubsub: PubSub
  log: Logger
  /** The origin of our own pages; browsers on other sites are refused. */
  publicUrl: string
  /** Finds the account whose session is in a Cookie header. */
  viewerOf(cookieHeader: string | undefined): Promise<{ uid: string } | undefined>
  /** The build of the alert page that this server serves; undefined in development. */
  overlayBuild?: string | undefined
  /** Returns the client's IP address, without trusted proxies. */
  addressOf(handshake: IncomingMessage): string
}

/** An Engine.IO connection. Each one has at most one of our sockets. */
export type Connection = Socket['conn']
