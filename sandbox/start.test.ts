import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createConnection } from 'node:net'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { startSandbox } from './start.ts'
import { control, openSandbox } from './sandbox.fixture.ts'
import { test } from './test.fixture.ts'

test('the index page links to every stand-in and shows no secret', async ({ sandbox }) => {
  const html = await (await fetch(sandbox.url)).text()
  const links = [...html.matchAll(/href="(\/\w[^"]*)"/g)].map(([, href]) => href!)

  const answers = await Promise.all(links.map((href) => fetch(sandbox.url + href)))
  expect(links.length).toBeGreaterThanOrEqual(4)
  expect(answers.map(({ status }) => status)).toEqual(links.map(() => 200))
  expect(html).not.toContain(sandbox.env.GOOGLE_CLIENT_SECRET)
})

test('refuses to listen on other addresses, and requests with another host name', async ({ sandbox }) => {
  await expect(startSandbox({ host: '0.0.0.0' })).rejects.toThrow('0.0.0.0')

  const status = await new Promise((resolve, reject) => {
    const call = request(sandbox.url, { headers: { host: 'evil.example' } }, (answer) =>
      resolve(answer.statusCode),
    )
    call.on('error', reject).end()
  })

  expect(status).toBe(421)
})

test('closing ends open connections at once', async () => {
  const sandbox = await openSandbox()
  const chat = new WebSocket(sandbox.env.TWITCH_CHAT_URL!, 'irc')
  await new Promise((resolve) => chat.once('open', resolve))
  const mail = createConnection(Number(new URL(sandbox.env.SMTP_URL!).port), '127.0.0.1')
  await new Promise((resolve) => mail.once('data', resolve))
  await (await fetch(`${sandbox.url}/mail`)).text() // the request leaves a keep-alive connection open
  const ended = Promise.all([chat, mail].map((one) => new Promise((resolve) => one.once('close', resolve))))

  await sandbox.close()
  await ended

  await expect(fetch(sandbox.url)).rejects.toThrow()
})

test('throws when a port is taken, and leaves nothing running', async ({ sandbox }) => {
  await expect(startSandbox({ port: Number(new URL(sandbox.url).port) })).rejects.toThrow('EADDRINUSE')
  await expect(startSandbox({ smtpPort: Number(new URL(sandbox.env.SMTP_URL!).port) })).rejects.toThrow(
    'EADDRINUSE',
  )
})

test('writes the data readable for its owner only, and names a damaged file', async ({ stateFile }) => {
  const sandbox = await openSandbox({ stateFile })
  await control(sandbox, '/twitch/control/grant', { login: 'ada' })
  await sandbox.close()
  expect(readFileSync(stateFile, 'utf8')).toContain('"ada"')
  expect(statSync(stateFile).mode & 0o777).toBe(0o600)

  writeFileSync(stateFile, '{"twitch.users": {')
  await expect(startSandbox({ stateFile })).rejects.toThrow(stateFile)
})

test('controls answer 404 for unknown things and 400 for invalid bodies', async ({ sandbox }) => {
  await expect(control(sandbox, '/twitch/control/channels', { channel: 'nobody' })).rejects.toThrow('404')
  await expect(control(sandbox, '/youtube/control/live', {})).rejects.toThrow('400')
})

test('refuses WebSockets on other paths', async ({ sandbox }) => {
  const stray = new WebSocket(`${sandbox.env.TWITCH_CHAT_URL}socket`)

  await expect(new Promise((_resolve, reject) => stray.once('error', reject))).rejects.toThrow('503')
})
