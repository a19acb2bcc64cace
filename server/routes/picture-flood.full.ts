/** Tests many simultaneous uploads of pictures that are small as files and huge when decoded. */
import { request } from 'node:http'
import type { ClientRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { apiBase } from '../../contract/calls.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { blackPng } from '../../domain/storage/png.fixture.ts'
import { openPictures } from '../../domain/storage/pictures.ts'
import { cookieOf, startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp({ TRUST_PROXY: '1' }, ({ log }) => ({ pictures: openPictures(log) })))
const stranger = '198.51.100.9'
const visitor = '203.0.113.20'

async function beginSignUp(address: string, n = 0): Promise<string> {
  const body = {
    email: `flood-${address}-${n}@example.test`,
    username: 'Pia',
    password: 'tractor violin moss 7',
    acceptPrivacyTerms: true,
  }
  const response = await app.post('account/sign-up/start', body, '', { 'x-forwarded-for': address })
  return cookieOf(response, 'brimful_sign_up')
}

async function send(address: string, cookie: string, bytes: Buffer) {
  const form = new FormData()
  form.set('picture', new Blob([new Uint8Array(bytes)]), 'picture')
  const response = await fetch(`${app.url}${apiBase}account/sign-up/select-profile-picture`, {
    method: 'POST',
    body: form,
    headers: { cookie, 'x-forwarded-for': address },
  })
  const { status, headers } = response
  const body = (await response.json()) as { code?: string; ErrorMessage?: string; ProfilePic?: string }
  return { status, retryAfter: Number(headers.get('retry-after')), body }
}

/** Sends a picture like a person who reads "Please try again in a few seconds": on a slow machine its turn may come late. */
async function sendPatiently(address: string, cookie: string, bytes: Buffer) {
  let response = await send(address, cookie, bytes)
  for (let times = 1; times < 3 && response.status === 503; times++) {
    await sleep(response.retryAfter * 1_000)
    response = await send(address, cookie, bytes)
  }
  return response
}

test(
  '120 pictures of forty megapixels from one network take neither the memory nor the turn of others',
  { timeout: 90_000 },
  async () => {
    const bomb = blackPng({ width: 8000, height: 5000 })
    expect(bomb.length).toBeLessThan(10_000)
    const cookies = await Promise.all([0, 1, 2, 3].map((n) => beginSignUp(stranger, n)))
    const own = await beginSignUp(visitor)
    const photo = await sharp({ create: { width: 8064, height: 6048, channels: 3, background: 'plum' } })
      .withMetadata({ orientation: 6 }) // as phones save portrait photos: rotated, with the orientation as metadata
      .jpeg()
      .toBuffer()
    const before = process.memoryUsage().rss

    const flood = Array.from({ length: 120 }, (_, n) => send(stranger, cookies[n % 4]!, bomb))
    const other = await sendPatiently(visitor, own, photo)
    const responses = await Promise.all(flood)

    expect(other).toMatchObject({ status: 200, body: { ProfilePic: expect.stringMatching(/^\/media\//) } })
    const accepted = responses.filter(({ status }) => status === 200)
    const refused = responses.filter(({ status }) => status === 429 || status === 503)
    expect(accepted.length).toBeLessThanOrEqual(30)
    expect(accepted.length + refused.length).toBe(120)
    for (const { retryAfter, body } of refused) {
      expect(retryAfter).toBeGreaterThan(0)
      expect(body.ErrorMessage).toMatch(/^(Too many|We’re busy).*\.$/)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6)
  },
)

/** Polls once a second, because a network may send only thirty pictures in ten minutes. */
const rarely = { interval: 1000 }

test('uploads that are never finished take the places of their network only, until they end', async () => {
  const address = '198.51.100.77'
  const cookie = await beginSignUp(address)
  const own = await beginSignUp('203.0.113.21')
  const picture = await sharp({ create: { width: 60, height: 60, channels: 3, background: 'plum' } })
    .png()
    .toBuffer()
  // Fast enough not to be cut off, and far from the end of what they announce. Two have no place and are refused.
  const unfinished = Array.from({ length: 8 }, () => beginUpload(address, cookie))
  const drip = setInterval(() => unfinished.forEach((upload) => upload.write('x'.repeat(8_000))), 1_000)

  await sleep(2_000) // long enough for all of them to begin
  const status = async () => (await send(address, cookie, picture)).status
  await expect.poll(status, rarely).toBe(503)
  expect((await send('203.0.113.21', own, picture)).status).toBe(200)

  clearInterval(drip)
  for (const upload of unfinished) upload.destroy()
  await expect.poll(status, rarely).toBe(200)
})

test('networks that send slowly take no place of a picture that is there, and are cut off', async () => {
  const own = await beginSignUp('203.0.113.22')
  const picture = await sharp({ create: { width: 60, height: 60, channels: 3, background: 'plum' } })
    .png()
    .toBuffer()
  const networks = [1, 2, 3, 4, 5].map((n) => `198.51.100.${n}`)
  const cookies = await Promise.all(networks.map((address) => beginSignUp(address)))
  const open = new Set<ClientRequest>()
  const uploads = networks.flatMap((address, n) =>
    [1, 2, 3, 4, 5, 6].map(() => beginUpload(address, cookies[n]!)),
  )
  for (const upload of uploads) {
    open.add(upload)
    const drip = setInterval(() => upload.write('x'), 500)
    upload.on('close', () => {
      clearInterval(drip)
      open.delete(upload)
    })
  }
  await sleep(2_000) // long enough for all uploads to begin

  const uploadsOpen = open.size
  const { status } = await send('203.0.113.22', own, picture)

  expect([status, uploadsOpen]).toEqual([200, 30])
  // all are cut off within the poll's timeout, long before the sixty seconds that an upload may take
  await expect.poll(() => open.size).toBe(0)
})

function beginUpload(address: string, cookie: string) {
  const upload = request(`${app.url}${apiBase}account/sign-up/select-profile-picture`, {
    method: 'POST',
    headers: {
      cookie,
      'x-forwarded-for': address,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 1_000_000,
    },
  })
  upload.on('error', () => {}) // Node reports an error here when the server cuts off this connection
  upload.write('--x\r\nContent-Disposition: form-data; name="picture"; filename="a"\r\n\r\n')
  return upload
}
