import { readConfig } from './config.ts'
import type { Config } from './config.ts'

/** Reads a configuration from the variables that a test passes; the database URL and the secrets are added. */
export function configFor(environment: NodeJS.ProcessEnv): Config {
  return readConfig({
    DATABASE_URL: 'postgres://unused',
    SESSION_SECRET: '0'.repeat(64),
    SECRETS_KEY: '0'.repeat(64),
    ...environment,
  })
}
