/** Receives files of earlier tips. They are passed on as they arrive: neither memory nor a disk holds one, because they have addresses. */
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'
import { AppError } from '../../contract/errors.ts'
import { importLimits } from '../../contract/imports/tip-import.ts'
import type { AppContext } from '../context.ts'
import { receiveFile } from './receive-file.ts'

/** The time limit of an upload in milliseconds: enough for 50 MB at 2 Mbit/s, and shorter than Node's own for a request (300 s). */
const timeoutMs = 290_000

export interface ImportUpload {
  req: Request
  res: Response
  field: string
  /** The network that sends it. */
  network: string
}

/**
 * Passes the file of a request to `read` while it arrives. Rejects with what `read` throws, and with AppError `unavailable`, `too_large`
 * or `import_refused`, also if the upload is cut off. Only when it resolves has the whole file arrived.
 */
export async function receiveImport<T>(
  ctx: Pick<AppContext, 'importFiles'>,
  upload: ImportUpload,
  read: (file: Readable) => Promise<T>,
): Promise<T> {
  return ctx.importFiles.receive(upload.network, () => receive(upload, read))
}

async function receive<T>(
  { req, res, field }: ImportUpload,
  read: (file: Readable) => Promise<T>,
): Promise<T> {
  let reading: Promise<T> | undefined
  const middleware = multer({
    storage: {
      _handleFile(_req, { stream }, done) {
        reading = read(stream)
        void finish(reading, done)
      },
      _removeFile: (_req, _file, done) => done(null),
    },
    limits: {
      fileSize: importLimits.megabytes * 1_000_000,
      files: 1,
      fields: 0,
      parts: 1,
      headerPairs: 20,
    },
  }).single(field)
  try {
    await receiveFile(middleware, req, res, timeoutMs)
  } catch (error) {
    throw await toCause(error, req, reading)
  }
  if (!reading) throw new AppError('import_refused')
  return reading
}

async function finish(
  reading: Promise<unknown>,
  done: (error?: unknown, info?: object) => void,
): Promise<void> {
  const failure = await reading.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (failure === undefined) done(null, {})
  else done(failure)
}

/** Returns why an upload failed: it was too large or cut off, or else what the reader threw, which multer may hide. */
async function toCause(
  error: unknown,
  req: Request,
  reading: Promise<unknown> | undefined,
): Promise<unknown> {
  const cause = await reading?.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  const values = { megabytes: importLimits.megabytes }
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE')
    return new AppError('too_large', { text: { key: 'error_import_large', values } })
  const isCut = req.destroyed && !req.complete
  return cause === undefined || isCut ? new AppError('import_refused') : cause
}

/** Receives the beginning of a file, which is all that was sent. */
export function receiveSample(ctx: Pick<AppContext, 'importFiles'>, upload: ImportUpload): Promise<Buffer> {
  return receiveImport(ctx, upload, async (file) => {
    const bytes = await buffer(file)
    if (bytes.length > importLimits.sampleBytes) throw new AppError('too_large')
    return bytes
  })
}
