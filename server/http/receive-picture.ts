/** Receives uploaded pictures: one file of a multipart form, of limited size. */
import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'
import { AppError } from '../../contract/errors.ts'
import { maxPictureBytes } from '../../contract/pictures.ts'
import type { PictureShape } from '../../contract/pictures.ts'
import { networkOf } from '../../domain/security/network-key.ts'
import { storePicture } from '../../domain/storage/pictures.ts'
import type { AppContext } from '../context.ts'

const upload = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: maxPictureBytes, files: 1, fields: 0, parts: 1, headerPairs: 20 },
})

/** A slow phone sends 5 MB within this time. */
const timeoutMs = 60_000

interface Upload {
  req: Request
  res: Response
  field: string
  /** The account or sign-up that the picture is for. */
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
  await accountLimits.takeUpload(owner, address)
  return storePicture(
    storage,
    await pictures.make(shape, networkOf(address), () => readUpload(req, res, field)),
  )
}

/** Reads the file into memory; a connection over which it does not come in time is closed. */
async function readUpload(req: Request, res: Response, field: string): Promise<Buffer> {
  const timer = setTimeout(() => req.destroy(), timeoutMs)
  await new Promise<void>((done, fail) => {
    void upload.single(field)(req, res, (error: unknown) => (error ? fail(toAppError(error)) : done()))
  }).finally(() => clearTimeout(timer))
  if (!req.file) throw new AppError('picture_refused')
  return req.file.buffer
}

function toAppError(error: unknown): AppError {
  const megabytes = maxPictureBytes / 1024 ** 2
  const isTooLarge = error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE'
  return isTooLarge
    ? new AppError('too_large', { text: { key: 'error_picture_large', values: { megabytes } } })
    : new AppError('picture_refused')
}
