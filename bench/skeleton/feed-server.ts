/** The baseline of `bench/feed.ts`, the least code that sends events to tools: each message from Redis to the creator's WebSockets. */
import { Redis } from 'ioredis'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'

const feeds = new Map<string, Set<WebSocket>>()
const server = new WebSocketServer(
  { port: Number(process.env.PORT), host: '127.0.0.1', perMessageDeflate: false },
  () => console.log('listening'),
)
server.on('connection', (socket, request) => {
  const creatorUid = String(request.headers.authorization).slice('Bearer '.length)
  feeds.set(creatorUid, (feeds.get(creatorUid) ?? new Set()).add(socket))
  socket.send(JSON.stringify({ type: 'ready', cursor: 0 }))
})

const pubsub = new Redis(process.env.REDIS_URL ?? '')
pubsub.on('message', (_, text) => {
  for (const message of JSON.parse(text) as { creatorUid: string; alerts: unknown[] }[])
    for (const alert of message.alerts) {
      const event = JSON.stringify(alert)
      for (const socket of feeds.get(message.creatorUid) ?? []) socket.send(event)
    }
})
await pubsub.subscribe('bench_pubsub')
