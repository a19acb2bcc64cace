/** Checks this machine's clock against those of Postgres and of a provider. */
import { readServer } from '../../db/queries/admin/server.ts'
import type { Config } from '../config/config.ts'
import { fault, ok, warning } from '../finding.ts'
import type { Check, Finding } from '../finding.ts'
import { onPostgres } from './on-postgres.ts'

const timeoutMs = 10_000

/** Returns the check of the clock `now`, in milliseconds. */
export function checkClocks(config: Config, now: () => number): Check[] {
  return [{ subject: 'clock', run: () => checkClock(config, now) }]
}

/** Signed requests to S3 and webhooks of Stripe tolerate minutes, one-time codes half a minute. */
const maxDriftMs = 30_000
const warnDriftMs = 5_000

async function checkClock(config: Config, now: () => number): Promise<Finding[]> {
  const { stripe, paypal, twitch, referenceRatesUrl } = config
  const outside =
    stripe?.apiUrl ??
    paypal?.apiUrl ??
    twitch?.authUrl ??
    (stripe ? 'https://api.stripe.com' : referenceRatesUrl)
  const drifts = await Promise.all([
    driftFrom('Postgres', now, () => readPostgresTime(config)),
    driftFrom(new URL(outside).hostname, now, () => readHttpTime(outside)),
  ])
  const found = drifts.filter((drift) => drift !== undefined)
  return found.length > 0 ? found : [ok('The clock agrees with Postgres and the providers.')]
}

async function driftFrom(
  whose: string,
  now: () => number,
  read: () => Promise<number>,
): Promise<Finding | undefined> {
  const began = now()
  const time = await read().catch(() => undefined)
  if (time === undefined) return warning(`The clock of ${whose} could not be read: see the other lines.`)
  const drift = Math.round((began + (now() - began) / 2 - time) / 1000)
  const text = `This clock is ${Math.abs(drift)} seconds ${drift > 0 ? 'ahead of' : 'behind'} that of ${whose}: run an NTP client on both.`
  if (Math.abs(drift) * 1000 > maxDriftMs) return fault(text)
  return Math.abs(drift) * 1000 > warnDriftMs ? warning(text) : undefined
}

async function readPostgresTime(config: Config): Promise<number> {
  const { now } = await onPostgres(config, readServer)
  return now.getTime()
}

/** Reads the header `Date`, which has whole seconds. https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1 */
async function readHttpTime(url: string): Promise<number> {
  const signal = AbortSignal.timeout(timeoutMs)
  const { headers } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal })
  const time = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(time)) throw new Error('there is no date')
  return time + 500
}
