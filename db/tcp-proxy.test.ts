import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTcpProxy } from './tcp-proxy.fixture.ts'

test('a request whose response is held is delivered whole, also if it arrives in two chunks', async () => {
  let received = ''
  const target = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received += String(chunk)
      if (received.endsWith('.')) socket.write('done')
    })
  }).listen(0, '127.0.0.1')
  await once(target, 'listening')
  const proxy = await openTcpProxy(`tcp://127.0.0.1:${(target.address() as AddressInfo).port}`)
  const client = connect(Number(new URL(proxy.url).port), '127.0.0.1')
  const answers: string[] = []
  client.on('data', (chunk) => answers.push(String(chunk)))
  const { reached } = proxy.holdResponse(/record/)

  client.write('record a ')
  await expect.poll(() => received).toBe('record a ')
  client.write('tip.')

  expect(
    await Promise.race([reached.then(() => received), sleep(2_000, 'no response', { ref: false })]),
  ).toBe('record a tip.')
  expect(answers).toEqual([])
  client.destroy()
  await proxy.close()
  target.close()
})
