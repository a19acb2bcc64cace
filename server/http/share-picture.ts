/** Serves the images of link previews for creators and goals. */
import type { RequestHandler } from 'express'
import { AppError } from '../../contract/errors.ts'
import { drawCard } from '../../domain/pages/draw-card.ts'
import { findSubject } from '../../domain/pages/find-subject.ts'
import type { AppContext } from '../context.ts'

/** Responds with the preview image of a creator, or of a goal with its current progress. Throws AppError `not_found`, `rate_limited`. */
export function serveSharePicture({ db, accountLimits }: AppContext): RequestHandler {
  return async (req, res) => {
    const { userName, goaluuid } = req.params
    const subject = await findSubject(
      db,
      String(userName),
      goaluuid === undefined ? undefined : String(goaluuid),
    )
    if (!subject) throw new AppError('not_found')
    const png = await drawCard(subject, () => accountLimits.takeDrawing(req.ip ?? ''))
    res.setHeader('Cache-Control', 'public, max-age=300')
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin') // other sites embed it beside the link
    res.type('image/png').send(png)
  }
}
