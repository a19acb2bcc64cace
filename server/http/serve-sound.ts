/** Serves uploaded sounds. The sound at an address never changes, so browsers cache it for a year. */
import type { RequestHandler } from 'express'
import * as z from 'zod'
import { AppError } from '../../contract/errors.ts'
import { findSoundFormat } from '../../db/queries/alerts/sounds.ts'
import { contentTypes, fileOfSound } from '../../domain/sounds/sounds.ts'
import type { AppContext } from '../context.ts'

const soundId = z.uuid()

/**
 * Responds with the uploaded sound of the id in the path. Passes other names on: our own sounds are files of the site. The content
 * type is that of the format that was checked, and a browser that opens the address saves the file instead of showing it. Throws
 * AppError `not_found`.
 */
export function serveSound({ db, storage }: Pick<AppContext, 'db' | 'storage'>): RequestHandler {
  return async (req, res, next) => {
    const id = soundId.safeParse(req.params['name'])
    if (!id.success) return next()
    const format = await findSoundFormat(db, id.data)
    const bytes = format && (await storage.get(fileOfSound(id.data.toLowerCase())))
    if (!bytes) throw new AppError('not_found')
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    res.setHeader('Content-Disposition', 'attachment')
    res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
    res.type(contentTypes[format]).send(bytes)
  }
}
