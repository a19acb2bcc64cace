/**
 * Limits how many certificates we fetch. Webhooks name a certificate's URL, so without a limit anybody could make us fetch any
 * number.
 */
import { openLimiters } from '../../security/limiters.ts'
import { networksOf } from '../../security/network-key.ts'

const minute = 60

/**
 * Each process counts on its own. The limits for a network apply to an IPv4 address or an IPv6 /64; a /56 may use twice, a /48
 * four times as much.
 */
export const certificateRules = {
  network: { points: 5, duration: 10 * minute },
  all: { points: 30, duration: minute },
}

/**
 * Opens the limits. The function counts a fetch that a message from a network address would cause, and returns whether it is
 * allowed.
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
