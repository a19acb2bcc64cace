import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const keyId = 'KEY/ID+1'
const secret = 's3cr3t/with+signs'

/** Starts an S3 server that verifies every signature with its own implementation of AWS Signature Version 4. */
export async function openTestBucket() {
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
  const { port } = server.address() as AddressInfo
  const key = [keyId, secret].map(encodeURIComponent).join(':')
  return {
    /** The value for STORAGE_URL. */
    url: `s3://${key}@127.0.0.1:${port}/pictures?region=eu-west-1&tls=false`,
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
