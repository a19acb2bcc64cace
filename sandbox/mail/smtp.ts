/** Runs the SMTP server, which accepts every email for every address, except while a fault is set. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import type { Inbox } from './inbox.ts'

export interface SmtpFaults {
  /** The refusals of the next emails, each with the SMTP command at which it happens. */
  refusals: { code: number; times: number; stage: 'mail' | 'rcpt' | 'data' }[]
  /** Delays before the next emails are accepted. */
  delays: { delayMs: number; times: number }[]
}

const maxBytes = 10 * 1024 * 1024
const texts: Record<number, string> = {
  421: 'Service not available, closing transmission channel',
  450: 'Requested mail action not taken: mailbox unavailable',
  451: 'Requested action aborted: local error in processing',
  452: 'Requested action not taken: insufficient system storage',
  550: 'Requested action not taken: mailbox unavailable',
  552: 'Requested mail action aborted: exceeded storage allocation',
  554: 'Transaction failed',
}

/** Starts the SMTP server without TLS. A client may log in with any password. */
export async function listenSmtp(
  { host, port }: { host: string; port: number },
  inbox: Inbox,
  faults: SmtpFaults,
) {
  const closing = new AbortController()
  const server = new SMTPServer({
    name: 'sandbox.localhost',
    banner: 'Sandbox mail',
    size: maxBytes,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anybody' }),
    onMailFrom: (_address, _session, done) => done(takeRefusal(faults, 'mail')),
    onRcptTo: (_address, _session, done) => done(takeRefusal(faults, 'rcpt')),
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
      const take = async (): Promise<Error | null> => {
        const raw = await buffer(stream)
        await sleep(takeDelay(faults), undefined, { signal: closing.signal })
        const refusal = stream.sizeExceeded ? refusalOf(552) : takeRefusal(faults, 'data')
        if (!refusal) await inbox.add(raw, envelope)
        return refusal
      }
      callbackify(take)((error, refusal) => done(error ?? refusal))
    },
  })
  server.on('error', () => {}) // clients may disconnect at any time
  server.listen(port, host)
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => {
      closing.abort()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function takeRefusal(faults: SmtpFaults, stage: 'mail' | 'rcpt' | 'data'): Error | null {
  const next = faults.refusals.find((refusal) => refusal.stage === stage && refusal.times > 0)
  if (!next) return null
  next.times -= 1
  return refusalOf(next.code)
}

function refusalOf(code: number): Error {
  return Object.assign(new Error(texts[code] ?? 'Refused by the sandbox'), { responseCode: code })
}

function takeDelay(faults: SmtpFaults): number {
  const next = faults.delays.find(({ times }) => times > 0)
  if (!next) return 0
  next.times -= 1
  return next.delayMs
}
