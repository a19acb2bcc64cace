import { createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openStorage } from './storage.ts'
import type { Storage } from './storage.ts'

const keyId = 'KEY/ID+1'
const secret = 's3cr3t/with+signs'

async function holdToPromise(storage: Storage): Promise<void> {
  const bytes = Buffer.from([0, 255, 13, 10, 0])
  expect(await storage.get('a-1.webp')).toBeUndefined()
  await storage.put('a-1.webp', Buffer.from('first'), 'image/webp')
  await storage.put('a-1.webp', bytes, 'image/webp')
  expect(await storage.get('a-1.webp')).toEqual(bytes)
  await storage.remove('a-1.webp')
  await storage.remove('a-1.webp')
  expect(await storage.get('a-1.webp')).toBeUndefined()
  for (const name of ['../a', 'a/b', '.hidden', '', 'A', 'private/', 'private/../a', 'private/private/a'])
    await expect(storage.get(name)).rejects.toThrow('not the name of a stored file')
  await holdFiles(storage)
}

async function holdFiles(storage: Storage): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'storage-from-'))
  const big = randomBytes(3_000_000)
  writeFileSync(join(folder, 'big'), big)

  expect(await storage.open('private/e.zip')).toBeUndefined()
  await storage.putFile('private/e.zip', join(folder, 'big'), 'application/zip')
  const found = await storage.open('private/e.zip')

  expect((await buffer(found!)).equals(big)).toBe(true)
  expect(await storage.get('e.zip')).toBeUndefined()
  await storage.remove('private/e.zip')
  expect(await storage.open('private/e.zip')).toBeUndefined()
  await expect(storage.putFile('private/n.zip', join(folder, 'none'), 'application/zip')).rejects.toThrow()
  expect(await storage.open('private/n.zip')).toBeUndefined()
  rmSync(folder, { recursive: true })
}

test('a folder stores files whole or not at all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storage-'))
  const storage = openStorage(`file:${folder}/made/when/needed`)

  await holdToPromise(storage)
  await storage.put('b.webp', Buffer.from('x'), 'image/webp')

  expect(readdirSync(join(folder, 'made/when/needed'))).toEqual(['b.webp', 'private'])
  expect(readdirSync(join(folder, 'made/when/needed/private'))).toEqual([])
  rmSync(folder, { recursive: true })
})

test('a bucket accepts requests signed with its key', async () => {
  await using bucket = await openTestBucket()
  const url = (key: string) =>
    `s3://${encodeURIComponent(keyId)}:${encodeURIComponent(key)}@${bucket.host}/pictures?region=eu-west-1&tls=false`

  await holdToPromise(openStorage(url(secret)))

  await expect(openStorage(url('another')).get('a-1.webp')).rejects.toThrow('storage answered 403')
})

/** An S3 stand-in that verifies every signature by AWS Signature Version 4, implemented a second time here. */
async function openTestBucket() {
  const files = new Map<string, Buffer>()
  const server = createServer(async (req, res) => {
    const body = await readAll(req)
    if (!isSigned(req)) return void res.writeHead(403).end()
    const found = files.get(req.url!)
    if (req.method === 'PUT') files.set(req.url!, body)
    if (req.method === 'DELETE') files.delete(req.url!)
    const status = req.method === 'GET' ? (found ? 200 : 404) : req.method === 'DELETE' ? 204 : 200
    res.writeHead(status).end(req.method === 'GET' ? found : undefined)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function readAll(req: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const { authorization = '' } = headers
  const [, id, day, region, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
      authorization,
    ) ?? []
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url, '', lines.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const hashed = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hashed].join('\n')
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const key = [day!, region!, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return id === keyId && hmac(key, text).toString('hex') === signature
}
