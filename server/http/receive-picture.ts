/** Reads an uploaded picture into memory: one file of a multipart form, of limited size. */
import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'
import { AppError } from '../../contract/errors.ts'
import { maxPictureBytes } from '../../contract/pictures.ts'

const upload = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: maxPictureBytes, files: 1, fields: 0, parts: 1, headerPairs: 20 },
})

/** Reads the picture of a request. Throws AppError `too_large` or `picture_refused`. */
export async function receivePicture(req: Request, res: Response, field: string): Promise<Buffer> {
  await new Promise<void>((done, fail) => {
    void upload.single(field)(req, res, (error: unknown) => (error ? fail(toAppError(error)) : done()))
  })
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
