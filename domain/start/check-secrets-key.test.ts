import { expect, test } from 'vitest'
import { createTestDb } from '../../db/database.fixture.ts'
import { ConfigError } from '../config.ts'
import { makeSecretKeys } from '../secret-keys.fixture.ts'
import type { SecretKeys } from '../secret-keys.ts'
import { checkSecretsKey, findKeyFault } from './check-secrets-key.ts'

test('a process with the key of the database starts, also while the key is replaced; with another key it does not', async () => {
  await using test = await createTestDb()
  const { db } = test
  const own = makeSecretKeys()
  const other = makeSecretKeys()
  const both: SecretKeys = [other[0], own[0]]

  expect(await findKeyFault(db, other)).toBeUndefined() // nothing is sealed before the first start
  await Promise.all([checkSecretsKey(db, own), checkSecretsKey(db, own)])

  await checkSecretsKey(db, own)
  await checkSecretsKey(db, both)
  await expect(checkSecretsKey(db, other)).rejects.toThrow(ConfigError)
  await expect(checkSecretsKey(db, other)).rejects.toThrow(/^SECRETS_KEY is not the key with which/)
  expect(await findKeyFault(db, other)).toMatch(/^SECRETS_KEY is not/)
})
