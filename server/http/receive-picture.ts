/** Receives uploaded pictures: one file of a multipart form, of limited size. */
import { readFile, rm } from 'node:fs/promises'
import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'
import { AppError } from '../../contract/errors.ts'
import { maxPictureBytes } from '../../contract/pictures.ts'
import type { PictureShape } from '../../contract/pictures.ts'
import { networkOf } from '../../domain/security/network-key.ts'
import { storePicture } from '../../domain/storage/pictures.ts'
import type { AppContext } from '../context.ts'

const upload = multer({
  storage: multer.diskStorage({}), // on disk, so that slow uploads take no memory
  limits: { fileSize: maxPictureBytes, files: 1, fields: 0, parts: 1, headerPairs: 20 },
})

/** The time limit of an upload, in milliseconds: enough for 5 MB from a slow phone. */
const timeoutMs = 60_000
/** An upload that sends fewer bytes than this per interval is cut off: 4 kB a second is the slowest mobile network. */
const pace = { ms: 5_000, bytes: 20_000 }

interface Upload {
  req: Request
  res: Response
  field: string
  /** The id of the account or sign-up that the picture is for. */
  owner: string
}

/**
 * Receives, encodes and stores the picture of a request, and returns its address. Throws AppError `rate_limited`, `unavailable`,
 * `too_large`, `picture_refused`.
 */
export async function receivePicture(
  { accountLimits, pictures, storage }: AppContext,
  shape: PictureShape,
  { req, res, field, owner }: Upload,
): Promise<string> {
  const address = req.ip ?? ''
  const network = networkOf(address)
  await accountLimits.takeUpload(owner, address)
  const path = await pictures.receive(network, () => receiveFile(req, res, field))
  try {
    return await storePicture(storage, await pictures.make(shape, network, () => readFile(path)))
  } finally {
    await rm(path, { force: true })
  }
}

/** Receives the file and returns its path; closes the connection of an upload that takes too long or is too slow. */
async function receiveFile(req: Request, res: Response, field: string): Promise<string> {
  const timer = setTimeout(() => req.destroy(), timeoutMs)
  const watch = requirePace(req)
  await new Promise<void>((done, fail) => {
    void upload.single(field)(req, res, (error: unknown) => (error ? fail(toAppError(error)) : done()))
  }).finally(() => {
    clearTimeout(timer)
    clearInterval(watch)
  })
  if (!req.file) throw new AppError('picture_refused')
  return req.file.path
}

/** Closes the connection when fewer bytes than `pace` allows arrive in an interval. */
function requirePace(req: Request): NodeJS.Timeout {
  let before = req.socket.bytesRead
  return setInterval(() => {
    const now = req.socket.bytesRead
    if (now - before < pace.bytes) req.destroy()
    before = now
  }, pace.ms)
}

function toAppError(error: unknown): AppError {
  const megabytes = maxPictureBytes / 1024 ** 2
  const isTooLarge = error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE'
  return isTooLarge
    ? new AppError('too_large', { text: { key: 'error_picture_large', values: { megabytes } } })
    : new AppError('picture_refused')
}
