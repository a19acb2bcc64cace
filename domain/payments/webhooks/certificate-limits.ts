/**
 * Limits how many certificates we fetch. A webhook names the URL of a certificate, so without a limit anybody could make us fetch
 * any number.
 */
import { openLimiters } from '../../security/limiters.ts'
import { networksOf } from '../../security/network-key.ts'

const minute = 60

/**
 * Limits on fetching certificates. Each process counts on its own. Limits per network apply to an IPv4 address or an IPv6 /64; a
 * /56 may use twice the limit, a /48 four times.
 */
export const certificateRules = {
  network: { points: 5, duration: 10 * minute },
  all: { points: 30, duration: minute },
}

/**
 * Opens the limits. The returned function takes the network address of a webhook, counts the fetch that this webhook would cause,
 * and returns whether the fetch is allowed.
 */
export function openCertificateLimits(secret: Buffer): (address: string) => Promise<boolean> {
  const limiters = openLimiters('certificate', certificateRules, { secret, onError: () => {} })
  return async (address) => {
    for (const network of networksOf(address))
      if ((await limiters.add('network', network)) > certificateRules.network.points * network.times)
        return false
    return (await limiters.add('all', 'all')) <= certificateRules.all.points
  }
}
