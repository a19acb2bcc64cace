/** The two modes of an installation, in which the same tests of tips, refunds, disputes and the statement run. */
import { platformVariables } from '../domain/config/solo-config.ts'
import type { Env } from './product-parts.ts'

/** Returns the settings of an installation for this creator alone. Empty ones take back those of the sandbox for platforms. */
export function soloSettings(userName: string): Env {
  return { SOLO: userName, ...Object.fromEntries(platformVariables.map((name) => [name, ''])) }
}

/** Returns the modes with the settings of each, and its service fee in per cent. */
export function modesFor(userName: string) {
  return [
    { mode: 'on a platform', settings: {}, feePercent: 5 },
    { mode: 'in solo mode', settings: soloSettings(userName), feePercent: 0 },
  ] as const
}
