/** Serves stored pictures. The picture at an address never changes, so browsers cache it for a year. */
import type { RequestHandler } from 'express'
import { AppError } from '../../contract/errors.ts'
import type { Storage } from '../../domain/storage/storage.ts'

const fileNamePattern = /^[0-9a-f]{32}-\d{2,4}\.webp$/

/** Responds with the stored picture of the name in the path. Throws AppError `not_found`. */
export function servePicture(storage: Storage): RequestHandler {
  return async (req, res) => {
    const name = String(req.params['name'])
    const bytes = fileNamePattern.test(name) ? await storage.get(name) : undefined
    if (!bytes) throw new AppError('not_found')
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    res.type('image/webp').send(bytes)
  }
}
