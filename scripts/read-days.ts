/** Reads the option `--days` of a command. */
import { parseArgs } from 'node:util'
import { ConfigError } from '../domain/config/config.ts'

/** Returns how many days a command looks back. Throws `ConfigError` for anything but a whole number from 1 to 3650. */
export function readDays(defaultDays: number): number {
  const { values } = parseArgs({ options: { days: { type: 'string', default: String(defaultDays) } } })
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 1 || days > 3650)
    throw new ConfigError('--days must be a whole number from 1 to 3650.')
  return days
}
