/** Where files are kept: a folder of this machine, or a bucket of anything that speaks S3. */
import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { copyFile, mkdir, open as openFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'

export interface Storage {
  /** Keeps a file; the same name again puts it in the other's place. */
  put(name: string, bytes: Buffer, contentType: string): Promise<void>
  /** A file that is kept, or undefined. */
  get(name: string): Promise<Buffer | undefined>
  /** Keeps a copy of a file of this machine, of any size. */
  putFile(name: string, path: string, contentType: string): Promise<void>
  /** A file that is kept, piece by piece, or undefined. Who opens it reads it to its end or destroys it. */
  open(name: string): Promise<Readable | undefined>
  /** Forgets a file, if there is one. */
  remove(name: string): Promise<void>
}

/** Below this stands what is for one person alone; nothing is handed out from there but after a look at the session. */
export const privateFolder = 'private/'

/** Names come from us; one that could lead out of the store is a bug. */
const safeName = /^(private\/)?[a-z0-9][a-z0-9.-]{0,99}$/

/**
 * Opens what STORAGE_URL names: `file:folder`, or `s3://KEY:SECRET@host/bucket?region=eu-west-1` (`&tls=false` for a store of
 * one's own without it).
 */
export function openStorage(url: string): Storage {
  const storage = url.startsWith('s3:') ? openBucket(new URL(url)) : openFolder(url.slice('file:'.length))
  const checked = (name: string): string => {
    if (!safeName.test(name)) throw new Error('not the name of a stored file')
    return name
  }
  return {
    put: async (name, bytes, contentType) => storage.put(checked(name), bytes, contentType),
    get: async (name) => storage.get(checked(name)),
    putFile: async (name, path, contentType) => storage.putFile(checked(name), path, contentType),
    open: async (name) => storage.open(checked(name)),
    remove: async (name) => storage.remove(checked(name)),
  }
}

function openFolder(path: string): Storage {
  const folder = resolve(path.replace(/^\/\/(?=\/)/, ''))

  /** Nobody ever reads half a file. */
  async function keep(name: string, write: (draft: string) => Promise<void>): Promise<void> {
    const place = join(folder, name)
    const draft = join(dirname(place), `.${randomUUID()}`)
    await mkdir(dirname(place), { recursive: true })
    await write(draft).catch(async (error: unknown) => {
      await rm(draft, { force: true })
      throw error
    })
    await rename(draft, place)
  }

  return {
    put: (name, bytes) => keep(name, (draft) => writeFile(draft, bytes)),
    get: (name) => readFile(join(folder, name)).catch(toUndefined),
    putFile: (name, from) => keep(name, (draft) => copyFile(from, draft)),
    async open(name) {
      const file = await openFile(join(folder, name)).catch(toUndefined)
      return file?.createReadStream()
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

function toUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

const patienceMs = 15_000
/** Of a file that goes up or down piece by piece. */
const longPatienceMs = 10 * 60_000

function openBucket(url: URL): Storage {
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    service: 's3',
    region: url.searchParams.get('region') ?? 'us-east-1',
    retries: 2,
  })
  const scheme = url.searchParams.get('tls') === 'false' ? 'http' : 'https'
  const base = `${scheme}://${url.host}${url.pathname.replace(/\/$/, '')}/`
  const ask = async (name: string, init: RequestInit, patience = patienceMs): Promise<Response> => {
    const answer = await client.fetch(base + name, { ...init, signal: AbortSignal.timeout(patience) })
    if (!answer.ok && answer.status !== 404) throw new Error(`storage answered ${answer.status}`)
    return answer
  }
  return {
    async put(name, bytes, contentType) {
      const headers = { 'content-type': contentType, 'content-length': String(bytes.length) }
      const { ok } = await ask(name, { method: 'PUT', body: new Uint8Array(bytes), headers })
      if (!ok) throw new Error('there is no such bucket')
    },
    async get(name) {
      const answer = await ask(name, { method: 'GET' })
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined
    },
    async putFile(name, path, contentType) {
      const body = await openAsBlob(path)
      const headers = { 'content-type': contentType, 'content-length': String(body.size) }
      const { ok } = await ask(name, { method: 'PUT', body, headers }, longPatienceMs)
      if (!ok) throw new Error('there is no such bucket')
    },
    async open(name) {
      const answer = await ask(name, { method: 'GET' }, longPatienceMs)
      if (!answer.ok || !answer.body) return undefined
      return Readable.fromWeb(answer.body as ReadableStream<Uint8Array>)
    },
    async remove(name) {
      await ask(name, { method: 'DELETE' })
    },
  }
}
