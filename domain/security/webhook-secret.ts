/** The secrets that sign webhooks (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). */
import { randomBytes } from 'node:crypto'
import type { SecretKeys } from '../config/secret-keys.ts'
import { seal } from './sealing.ts'

const secretBytes = 24

/** Makes a new secret for an endpoint, and returns it sealed. */
export function sealNewSecret(secretsKey: SecretKeys, endpointId: string): string {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
  return seal(secretsKey, secret, secretContext(endpointId))
}

/** Returns the context for sealing an endpoint's secrets. */
export const secretContext = (endpointId: string) => `${endpointId}:webhook-secret`
