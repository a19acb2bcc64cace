/** Serves the images of link previews for creators and goals. */
import type { RequestHandler } from 'express'
import { AppError } from '../../contract/errors.ts'
import { findSubject } from '../../domain/pages/find-subject.ts'
import { networkOf } from '../../domain/security/network-key.ts'
import type { AppContext } from '../context.ts'

/** Responds with the preview image of a creator, or of a goal with its current progress. Throws AppError `not_found`, `rate_limited`, `unavailable`. */
export function serveSharePicture({ db, cards, accountLimits }: AppContext): RequestHandler {
  return async (req, res) => {
    const { userName, goaluuid } = req.params
    const subject = await findSubject(
      db,
      String(userName),
      goaluuid === undefined ? undefined : String(goaluuid),
    )
    if (!subject) throw new AppError('not_found')
    const address = req.ip ?? ''
    const png = await cards.draw(subject, networkOf(address), () =>
      accountLimits.takeNetwork('drawing', address),
    )
    res.setHeader('Cache-Control', 'public, max-age=300')
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin') // other sites show the picture beside the link
    res.type('image/png').send(png)
  }
}
