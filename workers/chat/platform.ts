/** What the workers do for a chat platform in its own way. Each platform's folder has one such object, which `platforms.ts` lists. */
import type { ChatPlatform } from '../../contract/chat/platforms.ts'
import type { Db } from '../../db/connection.ts'
import type { ConfigOf } from '../../domain/config/chat/platforms.ts'
import type { WorkerContext } from '../context.ts'
import type { ChatPoster } from './poster.ts'

export interface PlatformWorker<P extends ChatPlatform> {
  /** Opens the platform's poster: each time this process acquires the platform's lease, or once if it needs none. */
  openPoster(ctx: WorkerContext, config: ConfigOf<P>): ChatPoster
  /** Returns the part of our bot's limit that is left, from 0 to 1, for the metrics. */
  readRatioLeft?(db: Db, config: ConfigOf<P>): Promise<number>
}
