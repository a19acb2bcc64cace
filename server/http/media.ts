/** Serves stored pictures. The picture at an address never changes, so browsers cache it for a year. */
import { extname } from 'node:path'
import type { Request, RequestHandler, Response } from 'express'
import { AppError } from '../../contract/errors.ts'
import { pictureFormats } from '../../contract/pages/picture-formats.ts'
import type { PictureFormat } from '../../contract/pages/picture-formats.ts'
import type { Storage } from '../../domain/storage/storage.ts'

const fileNamePattern = /^[0-9a-f]{32}-\d{2,4}\.web[pm]$/

/** Responds with the stored picture of the name in the path, or the range of its bytes. Throws AppError `not_found`. */
export function servePicture(storage: Storage): RequestHandler {
  return async (req, res) => {
    const name = String(req.params['name'])
    const bytes = fileNamePattern.test(name) ? await storage.get(name) : undefined
    if (!bytes) throw new AppError('not_found')
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    res.type(pictureFormats[extname(name).slice(1) as PictureFormat])
    sendBytes(req, res, bytes)
  }
}

/**
 * Responds with the bytes, or with the range of them that the request names: Safari plays no video of a server that knows no ranges
 * (https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/SafariWebContent/CreatingVideoforSafarioniPhone/CreatingVideoforSafarioniPhone.html).
 * Several ranges, or one that is malformed, are answered with all bytes, as https://www.rfc-editor.org/rfc/rfc9110#section-14.2 permits.
 */
function sendBytes(req: Request, res: Response, bytes: Buffer): void {
  res.setHeader('Accept-Ranges', 'bytes')
  const ranges = req.range(bytes.length)
  if (ranges === -1) {
    res.status(416).setHeader('Content-Range', `bytes */${bytes.length}`)
    res.end()
    return
  }
  const [range] = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges : []
  if (!range) return void res.send(bytes)
  res.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${bytes.length}`)
  res.send(bytes.subarray(range.start, range.end + 1))
}
