/**
 * Checks that SECRETS_KEY has the key that sealed the secrets in the database. With another key a process would start, and fail later at
 * every token, two-factor secret and email that it has to open.
 */
import type { Logger } from 'pino'
import type { Db } from '../../db/connection.ts'
import { retryAtStart } from '../../db/prepare-database.ts'
import { findSecretsCheck, insertSecretsCheck } from '../../db/queries/security/secrets-check.ts'
import { ConfigError } from '../config/config.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { seal, tryUnseal } from '../security/sealing.ts'

/** What the text of the check is sealed for. */
export const secretsCheckContext = 'secrets check'

/**
 * Seals a text with the newest key at the first start; later throws `ConfigError` if none of the keys opens it. Waits for Postgres as
 * `retryAtStart` does.
 */
export async function checkSecretsKey(db: Db, keys: SecretKeys, log: Pick<Logger, 'warn'>): Promise<void> {
  const found = await retryAtStart(async () => {
    await insertSecretsCheck(db, seal(keys, 'opened', secretsCheckContext))
    return findKeyFault(db, keys)
  }, log)
  if (found) throw new ConfigError(found)
}

/** Returns one sentence if the database is sealed with another key than these; undefined if not, or before the first start. */
export async function findKeyFault(db: Db, keys: SecretKeys): Promise<string | undefined> {
  const sealed = await findSecretsCheck(db)
  if (sealed === undefined || tryUnseal(keys, sealed, secretsCheckContext) !== undefined) return undefined
  return 'SECRETS_KEY is not the key with which the secrets in this database are sealed: set the one that it was first started with, or put the missing one behind the new one, with a comma.'
}
