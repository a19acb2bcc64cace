/**
 * Limits how many certificates we fetch. A webhook names the URL of a certificate, so without a limit anybody could make us fetch
 * any number.
 */
import { limits, limitsOf } from '../../../contract/limits.ts'
import { openLimiters } from '../../security/limiters.ts'
import { networksOf } from '../../security/network-key.ts'

/**
 * Opens the limits. Each process counts on its own. The returned function takes the network address of a webhook, counts the fetch that this webhook would cause,
 * and returns whether the fetch is allowed.
 */
export function openCertificateLimits(secret: Buffer): (address: string) => Promise<boolean> {
  const limiters = openLimiters('certificate', limitsOf('certificate'), { secret, onError: () => {} })
  return async (address) => {
    for (const network of networksOf(address))
      if ((await limiters.add('network', network)) > limits['certificate network'].points * network.times)
        return false
    return (await limiters.add('all', 'all')) <= limits['certificate all'].points
  }
}
