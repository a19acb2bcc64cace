/** The stand-in for a mail relay: SMTP on one side, a page with every mail on the other. */
import express, { Router } from 'express'
import * as z from 'zod'
import { addControl } from '../control.ts'
import type { StandIn, StandInContext } from '../stand-in.ts'
import { openInbox } from './inbox.ts'
import { pageRoutes } from './pages.ts'
import { listenSmtp, type Moods } from './smtp.ts'

const times = z.int().min(1).default(1)
const refusal = z.object({
  code: z.int().min(400).max(599).default(550),
  times,
  stage: z.enum(['mail', 'rcpt', 'data']).default('rcpt'),
})
const delay = z.object({ delayMs: z.int().min(0), times })

/** Opens the relay and its inbox; SMTP listens on `smtp`, on any free port when that is 0. */
export async function openMail(
  { state }: StandInContext,
  smtp: { host: string; port: number },
): Promise<StandIn> {
  const inbox = openInbox(state)
  const moods: Moods = { refusals: [], delays: [] }
  const server = await listenSmtp(smtp, inbox, moods)

  const router = Router()
  router.use('/mail/control', express.json())
  addControl(router, '/mail/control/reject', refusal, (body) => void moods.refusals.push(body))
  addControl(router, '/mail/control/slow', delay, (body) => void moods.delays.push(body))
  addControl(router, '/mail/control/clear', z.object({}), () => {
    moods.refusals = []
    moods.delays = []
  })
  router.use(pageRoutes(inbox))

  const host = smtp.host.includes(':') ? `[${smtp.host}]` : smtp.host
  return {
    router,
    env: { SMTP_URL: `smtp://${host}:${server.port}`, MAIL_FROM: 'Brimful <hello@brimful.example>' },
    close: server.close,
  }
}
