/** The secrets of webhooks: keys that sign them (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md), or tokens in them. */
import { randomBytes, randomUUID } from 'node:crypto'
import { dialects } from '../../contract/tools/dialects.ts'
import type { DialectName } from '../../contract/tools/dialects.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { seal } from './sealing.ts'

const secretBytes = 24

/** Makes a new secret for an endpoint, and returns it sealed. */
export function sealNewSecret(
  secretsKey: SecretKeys,
  { id, dialect }: { id: string; dialect: DialectName },
): string {
  const secret =
    dialects[dialect].secret === 'token'
      ? randomUUID()
      : `whsec_${randomBytes(secretBytes).toString('base64')}`
  return seal(secretsKey, secret, secretContext(id))
}

/** Returns the context for sealing an endpoint's secrets. */
export const secretContext = (endpointId: string) => `${endpointId}:webhook-secret`
