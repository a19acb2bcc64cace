/** What the sockets need of the process they live in. */
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { PubSub } from '../../db/pubsub.ts'
import type { Db } from '../../db/connection.ts'

export interface SocketContext {
  db: Db
  pubsub: PubSub
  log: Logger
  /** Where our own pages are; a browser on another site is refused. */
  publicUrl: string
  /** Who a Cookie header belongs to. */
  viewerOf(cookieHeader: string | undefined): Promise<{ uid: string } | undefined>
  /** Where a handshake comes from, trusted proxies left out. */
  addressOf(handshake: IncomingMessage): string
}
