/** Routes that let the reader of an email stop emails like it, without a session. */
import express, { Router } from 'express'
import type { RequestHandler } from 'express'
import * as calls from '../../contract/mail/mail-subscription-calls.ts'
import { unsubscribeToken } from '../../contract/mail/mail-subscription.ts'
import type { MailTopic } from '../../contract/mail/mail-subscription.ts'
import { AppError } from '../../contract/errors.ts'
import type { Locale } from '../../contract/locale.ts'
import { changeMailSubscription, readMailSubscription } from '../../domain/notifications/mail-subscription.ts'
import { m } from '../../i18n/compiled/messages.js'
import type { AppContext } from '../context.ts'
import { handle, parse } from '../http/handle.ts'
import { localeOf } from '../http/locale.ts'

/** Mounts the calls of the page. */
export function mailSubscriptionRoutes(ctx: AppContext): Router {
  const router = Router()
  handle(router, calls.getMailSubscription, ({ body }) => readMailSubscription(ctx, body.token))
  handle(router, calls.changeMailSubscription, ({ body }) =>
    changeMailSubscription(ctx, body.token, body.isOn),
  )
  return router
}

/**
 * Returns the handlers of the request that mail programs send for their reader (RFC 8058). It comes without a session and from other sites'
 * pages, so its token is all that is checked; its response is not a redirect, which would turn the POST into a GET. The page at the same
 * address (GET) changes nothing, because scanners open every link.
 */
export function unsubscribeByPost(ctx: AppContext): RequestHandler[] {
  return [
    express.text({ type: () => true, limit: '4kb' }),
    async (req, res) => {
      if (!isOneClick(req.body)) throw new AppError('invalid_input')
      const token = parse(unsubscribeToken, req.query.token)
      const { topic } = await changeMailSubscription(ctx, token, false)
      const locale = localeOf(req)
      res.setHeader('Cache-Control', 'no-store')
      res.vary('Accept-Language').vary('Cookie')
      const lines = [
        describe(topic, locale),
        m.unsubscribe_undo_at({ url: ctx.config.publicUrl + req.originalUrl }, { locale }),
      ]
      res.type('text').send(lines.join('\n'))
    },
  ]
}

/** Returns whether a body has the pair that RFC 8058 demands, as `multipart/form-data` or `application/x-www-form-urlencoded`. */
function isOneClick(body: unknown): boolean {
  return typeof body === 'string' && /\bList-Unsubscribe\b/i.test(body) && /\bOne-Click\b/i.test(body)
}

function describe(topic: MailTopic, locale: Locale): string {
  switch (topic) {
    case 'tips':
      return m.unsubscribe_done_text({ what: m.unsubscribe_tips({}, { locale }) }, { locale })
    case 'goals':
      return m.unsubscribe_done_text({ what: m.unsubscribe_goals({}, { locale }) }, { locale })
    case 'tips-and-goals':
      return m.unsubscribe_done_text({ what: m.unsubscribe_tips_and_goals({}, { locale }) }, { locale })
  }
}
