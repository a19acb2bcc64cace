/** The services whose files are known, each as one object (docs/adding.md). */
import type { ImportSource } from '../../../contract/imports/tip-import.ts'
import { kofi } from './kofi.ts'
import { other } from './other.ts'
import { paypal } from './paypal.ts'
import type { Service } from './service.ts'
import { streamelements } from './streamelements.ts'
import { streamlabs } from './streamlabs.ts'

export const services: Readonly<Record<ImportSource, Service>> = {
  kofi,
  streamlabs,
  streamelements,
  paypal,
  other,
}

/** Returns the service whose file has these columns, written as `simplifyName` does; `other` if nobody's has. */
export function findSource(columns: readonly string[]): ImportSource {
  const sources = Object.entries(services) as [ImportSource, Service][]
  const isOf = ({ headers }: Service) =>
    headers.some((header) => header.every((name) => columns.includes(name)))
  return sources.find(([, service]) => isOf(service))?.[0] ?? 'other'
}
