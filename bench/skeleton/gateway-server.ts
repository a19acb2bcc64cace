/**
 * The baseline of `bench/gateway.ts`, the least code that delivers alerts to overlays: it emits each message from Redis to the
 * message's Socket.IO room.
 */
import { createServer } from 'node:http'
import { Redis } from 'ioredis'
import { Server } from 'socket.io'

const server = createServer()
const io = new Server(server, {
  transports: ['websocket', 'polling'],
  perMessageDeflate: false,
  serveClient: false,
})
const alerts = io.of('/alerts')
alerts.on('connection', (socket) => {
  void socket.join(String(socket.handshake.auth.userUID))
  socket.emit('ready', 0)
})

const pubsub = new Redis(process.env.REDIS_URL ?? '')
pubsub.on('message', (_, text) => {
  for (const message of JSON.parse(text) as { creatorUid: string; alerts: unknown[] }[]) {
    for (const alert of message.alerts) alerts.to(message.creatorUid).emit('alert', alert)
  }
})
await pubsub.subscribe('bench_pubsub')
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'))
