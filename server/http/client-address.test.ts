import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

const headers = [
  undefined,
  '203.0.113.9',
  '203.0.113.9, 198.51.100.7',
  '203.0.113.9,198.51.100.7 ,192.0.2.1',
  ', ,',
  'not an address',
]
const trusts = [false, 1, 2, 'loopback', 'loopback, 192.0.2.1']

test.each(trusts)(
  'the client address is the same as Express’s req.ip, with trust proxy %j',
  async (trust) => {
    const app = express().set('trust proxy', trust)
    const addressOf = clientAddress(app)
    app.use((req, res) => void res.json({ express: req.ip, ours: addressOf(req) }))
    const server = createServer(app)
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

    for (const forwarded of headers) {
      const response = await fetch(url, {
        headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      })
      const found = (await response.json()) as { express: string; ours: string }
      expect(found.ours).toBe(found.express)
    }
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  },
)
