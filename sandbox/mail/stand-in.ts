/** The stand-in for a mail relay: an SMTP server, and pages with every email. */
import express, { Router } from 'express'
import * as z from 'zod'
import { addControl } from '../control.ts'
import type { StandIn, StandInContext } from '../stand-in.ts'
import { openInbox } from './inbox.ts'
import { addPages } from './pages.ts'
import { listenSmtp, type SmtpFaults } from './smtp.ts'

const times = z.int().min(1).default(1)
const refusal = z.object({
  code: z.int().min(400).max(599).default(550),
  times,
  stage: z.enum(['mail', 'rcpt', 'data']).default('rcpt'),
})
const delay = z.object({ delayMs: z.int().min(0), times })

/** Opens the relay and its inbox. SMTP listens on `smtp`; port 0 is any free port. */
export async function openMail(
  { state }: StandInContext,
  smtp: { host: string; port: number },
): Promise<StandIn> {
  const inbox = openInbox(state)
  const faults: SmtpFaults = { refusals: [], delays: [] }
  const server = await listenSmtp(smtp, inbox, faults)

  const router = Router()
  router.use('/mail/control', express.json())
  addControl(router, '/mail/control/reject', refusal, (body) => void faults.refusals.push(body))
  addControl(router, '/mail/control/slow', delay, (body) => void faults.delays.push(body))
  addControl(router, '/mail/control/clear', z.object({}), () => {
    faults.refusals = []
    faults.delays = []
  })
  addPages(router, inbox)

  const host = smtp.host.includes(':') ? `[${smtp.host}]` : smtp.host
  return {
    router,
    page: { path: '/mail', name: 'Email', about: 'every email that was sent' },
    env: { SMTP_URL: `smtp://${host}:${server.port}`, MAIL_FROM: 'Brimful <hello@brimful.example>' },
    close: server.close,
  }
}
