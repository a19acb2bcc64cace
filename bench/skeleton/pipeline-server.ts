/**
 * The server of the baseline of `bench/capture-to-overlay.ts`, the least code that receives a payment: a POST is stored in a
 * transaction and enqueued as a job. Socket.IO with the Redis adapter serves the overlays.
 */
import { createServer } from 'node:http'
import { createAdapter } from '@socket.io/redis-adapter'
import { Queue } from 'bullmq'
import express from 'express'
import { Redis } from 'ioredis'
import pg from 'pg'
import { Server } from 'socket.io'

const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl = '' } = process.env
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const connection = new Redis(redisUrl, { maxRetriesPerRequest: null })
const queue = new Queue('skeleton', { connection, defaultJobOptions: { removeOnComplete: true } })

const app = express()
app.use(express.json())
app.post('/capture', async (req, res) => {
  const { name, room } = req.body as { name: string; room: string }
  const client = await pool.connect()
  await client.query('begin')
  await client.query('insert into skeleton_tip (room, name, amount) values ($1, $2, 500)', [room, name])
  await client.query('update skeleton_goal set received = received + 500 where room = $1', [room])
  await client.query('commit')
  client.release()
  await queue.add('tip', { name, room })
  res.json({})
})

const server = createServer(app)
const io = new Server(server, { adapter: createAdapter(connection.duplicate(), connection.duplicate()) })
io.on('connection', (socket) => socket.join(String(socket.handshake.auth.room)))
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'))
