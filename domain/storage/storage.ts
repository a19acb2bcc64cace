/** Stores files in a local folder, or in a bucket that speaks S3. */
import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { copyFile, mkdir, open as openFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import pRetry from 'p-retry'
import type { RetryContext } from 'p-retry'
import { watchCall } from '../../db/wires.ts'

export interface Storage {
  /** Stores a file, replacing one with the same name. */
  put(name: string, bytes: Buffer, contentType: string): Promise<void>
  /** Returns a stored file, or undefined. */
  get(name: string): Promise<Buffer | undefined>
  /** Stores a copy of a local file of any size. */
  putFile(name: string, path: string, contentType: string): Promise<void>
  /** Returns a stored file as a stream, or undefined. The caller must read it to its end or destroy it. */
  open(name: string): Promise<Readable | undefined>
  /** Deletes a file, if it exists. */
  remove(name: string): Promise<void>
}

/** The folder of files that only one person may read. They are served only to that person's session. */
export const privateFolder = 'private/'

/** Matches allowed file names. Names come from our own code, so a name that could leave the folder is a bug. */
const safeName = /^(private\/)?[a-z0-9][a-z0-9.-]{0,99}$/

/**
 * Opens the storage that STORAGE_URL names: `file:folder`, or `s3://KEY:SECRET@host/bucket?region=eu-west-1` (`&tls=false` for an
 * S3 store without TLS).
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

  /** Writes to a temporary file and renames it, so that nobody reads an incomplete file. */
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

/** The timeout of a request in milliseconds, except for streamed files. It is short, because a person waits for a picture. */
const requestTimeoutMs = 4_000
/** The timeout in milliseconds for transferring a streamed file. */
const streamTimeoutMs = 10 * 60_000

/** A request is sent at most three times, if the bucket answers that it is busy or fails. One without an answer is not repeated. */
const retries = {
  retries: 2,
  minTimeout: 50,
  shouldRetry: ({ error }: RetryContext) => error instanceof StorageAwayError,
}

/** Thrown when the bucket does not respond, responds too late, or responds with a server error. */
export class StorageAwayError extends Error {}

function openBucket(url: URL): Storage {
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    service: 's3',
    region: url.searchParams.get('region') ?? 'us-east-1',
  })
  const scheme = url.searchParams.get('tls') === 'false' ? 'http' : 'https'
  const base = `${scheme}://${url.host}${url.pathname.replace(/\/$/, '')}/`
  /** Sends a signed request. Rejects with StorageAwayError if the bucket is busy or fails. */
  const send = async (name: string, init: RequestInit, signal: AbortSignal): Promise<Response> => {
    const signed = await client.sign(base + name, init)
    // `signed` must not carry the signal: it would lose it when garbage is collected (https://github.com/nodejs/undici/issues/4068).
    const response = await fetch(signed, { signal })
    if (response.status < 500 && response.status !== 429) return response
    await response.body?.cancel()
    throw new StorageAwayError(`storage answered ${response.status}`)
  }
  /** Makes a request. The response must begin within `beginMs` and end within `endMs`. */
  const request = async (
    name: string,
    init: RequestInit,
    [beginMs, endMs] = [requestTimeoutMs, requestTimeoutMs],
  ): Promise<Response> => {
    const abort = new AbortController()
    const begin = setTimeout(() => abort.abort(), beginMs)
    setTimeout(() => abort.abort(), endMs).unref()
    const { signal } = abort
    const sent = pRetry(() => send(name, init, signal), { ...retries, signal })
    const response = await watchCall('storage', sent)
      .catch(throwAway)
      .finally(() => clearTimeout(begin))
    if (!response.ok && response.status !== 404) throw new Error(`storage answered ${response.status}`)
    return response
  }
  return {
    async put(name, bytes, contentType) {
      const headers = { 'content-type': contentType, 'content-length': String(bytes.length) }
      const { ok } = await request(name, { method: 'PUT', body: new Uint8Array(bytes), headers })
      if (!ok) throw new Error('there is no such bucket')
    },
    async get(name) {
      const response = await request(name, { method: 'GET' })
      return response.ok ? Buffer.from(await response.arrayBuffer().catch(throwAway)) : undefined
    },
    async putFile(name, path, contentType) {
      const body = await openAsBlob(path)
      const headers = { 'content-type': contentType, 'content-length': String(body.size) }
      const { ok } = await request(name, { method: 'PUT', body, headers }, [streamTimeoutMs, streamTimeoutMs])
      if (!ok) throw new Error('there is no such bucket')
    },
    async open(name) {
      const response = await request(name, { method: 'GET' }, [requestTimeoutMs, streamTimeoutMs])
      if (!response.ok || !response.body) return undefined
      return Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
    },
    async remove(name) {
      await request(name, { method: 'DELETE' })
    },
  }
}

function throwAway(error: Error): never {
  throw error instanceof StorageAwayError ? error : new StorageAwayError(`storage: ${error.message}`)
}
