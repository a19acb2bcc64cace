import { connect } from 'node:net'
import { Router } from 'express'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { livePath } from '../contract/sockets.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import { openSession } from '../domain/accounts/sessions.ts'
import { openTestContext } from './app.fixture.ts'
import { startServer } from './start-server.ts'

const local = { port: 0, host: '127.0.0.1' }

test('listens on a free port, and rejects when the port is taken', async () => {
  await using opened = await openTestContext()
  const server = await startServer(opened.ctx, local)

  const health = await fetch(`${server.url}/api/v1/account/health`)
  const second = startServer(opened.ctx, { ...local, port: Number(new URL(server.url).port) })

  expect(health.status).toBe(200)
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await server.close()
})

test('finishes running requests while closing, and accepts no new ones', async () => {
  await using opened = await openTestContext()
  let answer = () => {}
  const pages = Router()
  const isRequested = new Promise<void>((requested) => {
    pages.get('/slow', (_req, res) => {
      answer = () => void res.send('at last')
      requested()
    })
  })
  const server = await startServer(opened.ctx, { ...local, pages })
  const slow = fetch(`${server.url}/slow`)
  await isRequested

  const closed = server.close()
  const late = fetch(`${server.url}/api/v1/account/health`)

  await expect(late).rejects.toThrow('fetch failed')
  answer()
  expect(await (await slow).text()).toBe('at last')
  await closed
})

test('before it closes it serves visitors, while the proxy learns to choose another server', async () => {
  await using opened = await openTestContext()
  const server = await startServer(opened.ctx, local)
  const ask = async (path: string) => {
    const { status, headers } = await fetch(server.url + path)
    return [status, headers.get('connection')]
  }
  const before = await ask('/readyz')

  server.drain()

  expect(before).toEqual([200, 'keep-alive'])
  expect(await ask('/readyz')).toEqual([503, 'close'])
  expect(await ask('/api/v1/account/health')).toEqual([200, 'close'])
  await server.close()
})

test('closes despite an idle connection', async () => {
  await using opened = await openTestContext()
  const server = await startServer(opened.ctx, local)
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const isEnded = new Promise<true>((ended) => socket.once('close', () => ended(true)))
  await new Promise((connected) => socket.once('connect', connected))

  await server.close()

  expect(await isEnded).toBe(true)
})

test('sockets know their session, and close with the server', async () => {
  await using opened = await openTestContext()
  const { uid } = await buildCreator(opened.ctx.db, { userName: 'miravale' })
  const token = await openSession(opened.ctx.db, uid, 'test')
  const server = await startServer(opened.ctx, local)
  const client = io(server.url + livePath, {
    transports: ['websocket'],
    reconnection: false,
    auth: { userName: 'miravale' },
    extraHeaders: { cookie: `brimful_session=${token}` },
  })
  const unread = await new Promise((notified) => client.once('notifications', notified))
  const isGone = new Promise((gone) => client.once('disconnect', gone))

  await server.close()

  expect(unread).toBe(0)
  await isGone
})
