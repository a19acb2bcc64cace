/** The worker of the baseline of `bench/capture-to-overlay.ts`: emits the alert of each job to the overlays. */
import { Emitter } from '@socket.io/redis-emitter'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'

const connection = new Redis(process.env.REDIS_URL ?? '', { maxRetriesPerRequest: null })
const emitter = new Emitter(connection.duplicate())

const work = async ({ data }: { data: { name: string; room: string } }) => {
  emitter.to(data.room).emit('alert', { name: data.name })
}
const worker = new Worker('skeleton', work, { connection, concurrency: 20 })
void worker.waitUntilReady().then(() => console.log('listening'))
