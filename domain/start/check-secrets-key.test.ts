import { expect, test } from 'vitest'
import { openDb } from '../../db/connection.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { openTcpProxy } from '../../db/tcp-proxy.fixture.ts'
import { ConfigError } from '../config/config.ts'
import { makeSecretKeys } from '../config/secret-keys.fixture.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { checkSecretsKey, findKeyFault } from './check-secrets-key.ts'

const silent = { warn: () => {} }

test('a process with the key of the database starts, also while the key is replaced; with another key it does not', async () => {
  await using test = await createTestDb()
  const { db } = test
  const own = makeSecretKeys()
  const other = makeSecretKeys()
  const both: SecretKeys = [other[0], own[0]]

  expect(await findKeyFault(db, other)).toBeUndefined() // nothing is sealed before the first start
  await Promise.all([checkSecretsKey(db, own, silent), checkSecretsKey(db, own, silent)])

  await checkSecretsKey(db, own, silent)
  await checkSecretsKey(db, both, silent)
  await expect(checkSecretsKey(db, other, silent)).rejects.toThrow(ConfigError)
  await expect(checkSecretsKey(db, other, silent)).rejects.toThrow(/^SECRETS_KEY is not the key with which/)
  expect(await findKeyFault(db, other)).toMatch(/^SECRETS_KEY is not/)
})

test('a start goes on once Postgres, which had ended its connections, responds', async () => {
  await using test = await createTestDb()
  const proxy = await openTcpProxy(test.url)
  const db = openDb(proxy.url, { poolSize: 1 })
  const refusal = proxy.refuse()
  const reasons: unknown[] = []
  const log = {
    warn(line: unknown) {
      reasons.push(line)
      refusal.lift()
    },
  }

  await checkSecretsKey(db, makeSecretKeys(), log)

  expect(reasons).toEqual([{ reason: expect.stringMatching(/^Connection terminated|ECONNRESET/) }])
  await db.destroy()
  await proxy.close()
})
