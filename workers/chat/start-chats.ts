/** The chats: each platform's queue is worked by the one process that holds its bot's lease. */
import type { WorkerOptions } from 'bullmq'
import { deliveryJob } from '../../contract/events.ts'
import type { WorkerContext } from '../context.ts'
import { SlowDownError } from '../errors.ts'
import { keepLease } from '../lease.ts'
import type { Duty, HeldLease, Lease } from '../lease.ts'
import { chatProcessor } from '../processors/chat.ts'
import { startWorker } from '../start-worker.ts'
import type { ChatPoster } from './poster.ts'
import { openTwitchPoster } from './twitch-poster.ts'
import { openYoutubePoster } from './youtube-poster.ts'

type Limiter = NonNullable<WorkerOptions['limiter']>

/** The poster keeps to Twitch's limits by itself; a queue without a limiter could not be held back. */
const twitchLimit: Limiter = { max: 90, duration: 30_000 }
/** The quota is far below this. */
const youtubeLimit: Limiter = { max: 60, duration: 30_000 }
/** A line that comes in the last moment of a lease waits for its next holder. */
const handOverMs = 1_000

/** Stands for the lease of every platform that is configured; what is not posted here, another process posts. */
export function startChats(ctx: WorkerContext): Lease[] {
  const { twitch, youtube, secretsKey } = ctx.config
  const { db, log } = ctx
  const leases: Lease[] = []
  if (twitch) {
    const open = () => openTwitchPoster(twitch, log)
    leases.push(keepLease(ctx, 'twitch', (lease) => startChat(ctx, open(), twitchLimit, lease)))
  }
  if (youtube) {
    const open = () => openYoutubePoster({ db, log, config: youtube, secretsKey })
    leases.push(keepLease(ctx, 'youtube', (lease) => startChat(ctx, open(), youtubeLimit, lease)))
  }
  return leases
}

/** One line at a time keeps a creator's lines in order, and the platform's count of them ours. */
function startChat(ctx: WorkerContext, poster: ChatPoster, limiter: Limiter, lease: HeldLease): Duty {
  const worker = startWorker(ctx, {
    queue: `chat-${poster.platform}`,
    schema: deliveryJob,
    process: chatProcessor(ctx, whileHeld(poster, lease)),
    options: { concurrency: 1, limiter },
  })
  return {
    async close() {
      await worker.close()
      await poster.close()
    },
    async drop() {
      await Promise.all([poster.close(), worker.close()])
    },
  }
}

function whileHeld(poster: ChatPoster, lease: HeldLease): ChatPoster {
  return {
    ...poster,
    async post(connection, text) {
      if (!lease.isSafe()) throw new SlowDownError(handOverMs)
      await poster.post(connection, text)
    },
  }
}
