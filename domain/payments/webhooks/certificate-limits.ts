/** Limits how many certificates we fetch because messages name them: anybody can send a message that names any number. */
import { openLimiters } from '../../security/limiters.ts'
import { networksOf } from '../../security/network-key.ts'

const minute = 60

/** Each process counts for itself. A network has these as an IPv4 address or a /64; a /56 has them twice, a /48 four times. */
export const certificateRules = {
  network: { points: 5, duration: 10 * minute },
  all: { points: 30, duration: minute },
}

/** Opens the limits. The function counts a fetch that a message from an address would cause, and returns whether it may. */
export function openCertificateLimits(secret: Buffer): (address: string) => Promise<boolean> {
  const limiters = openLimiters('certificate', certificateRules, { secret, onError: () => {} })
  return async (address) => {
    for (const network of networksOf(address))
      if ((await limiters.add('network', network)) > certificateRules.network.points * network.times)
        return false
    return (await limiters.add('all', 'all')) <= certificateRules.all.points
  }
}
