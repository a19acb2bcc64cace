/** Which show events count money of another service. Apart from the schemas, because the overlay needs it without them. */
import type { ShowKind } from './show-event.ts'

/** Returns whether an event of this kind counts money, in minor units of the currency `unit`, which another service takes and pays out. */
export const countsMoney = (kind: ShowKind): boolean => kind === 'charity' || kind === 'superchat'
