/**
 * The published description of Google's authorization service: the discovery document at
 * https://accounts.google.com/.well-known/openid-configuration, explained at
 * https://developers.google.com/identity/openid-connect/reference, and the token call of
 * https://developers.google.com/identity/protocols/oauth2/web-server.
 */
import { completeObject, listOf, objectWith, type SchemaObject } from '../json-schema.fixture.ts'

/** The parts of the discovery document that the stand-in implements. */
export const discovery = {
  issuer: 'https://accounts.google.com',
  authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  token_endpoint: 'https://oauth2.googleapis.com/token',
  revocation_endpoint: 'https://oauth2.googleapis.com/revoke',
  response_types_supported: [
    'code',
    'token',
    'id_token',
    'code token',
    'code id_token',
    'token id_token',
    'code token id_token',
    'none',
  ],
  subject_types_supported: ['public'],
  scopes_supported: ['openid', 'email', 'profile'],
  code_challenge_methods_supported: ['plain', 'S256'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  claims_supported:
    'aud email email_verified exp family_name given_name iat iss locale name picture sub'.split(' '),
} as const

/** Claims that the reference documents but the discovery document omits. */
export const moreClaims = ['azp', 'at_hash', 'hd', 'nonce', 'profile'] as const

const text: SchemaObject = { type: 'string', minLength: 1 }

/** The token request, with `client_secret_post` and a code or a refresh token. */
export const tokenRequest: SchemaObject = {
  type: 'object',
  properties: { client_id: text, client_secret: text },
  required: ['client_id', 'client_secret', 'grant_type'],
  oneOf: [
    {
      type: 'object',
      properties: {
        grant_type: { const: 'authorization_code' },
        code: text,
        redirect_uri: text,
        code_verifier: text,
      },
      required: ['code', 'redirect_uri'],
    },
    {
      type: 'object',
      properties: { grant_type: { const: 'refresh_token' }, refresh_token: text },
      required: ['refresh_token'],
    },
  ],
  unevaluatedProperties: false,
}

/** The token response. A refresh returns no new refresh token. */
export const tokenAnswer = objectWith('access_token expires_in scope token_type', {
  access_token: text,
  expires_in: { type: 'integer', minimum: 1 },
  refresh_token: text,
  refresh_token_expires_in: { type: 'integer', minimum: 1 },
  scope: text,
  token_type: { const: 'Bearer' },
  id_token: { type: 'string', pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$' },
})

/** The error response of a token request. */
export const tokenRefusal = objectWith('error', { error: text, error_description: text })

const apiError = objectWith('message domain reason', {
  message: { type: 'string' },
  domain: text,
  reason: text,
  location: { type: 'string' },
  locationType: { type: 'string' },
})

/**
 * An error of the Data API: https://developers.google.com/youtube/v3/live/docs/errors, in the format of
 * https://developers.google.com/youtube/v3/docs/errors. `status` comes from Google's newer error model.
 */
export const apiRefusal = completeObject({
  error: objectWith('code message errors', {
    code: { type: 'integer', minimum: 400, maximum: 599 },
    message: { type: 'string' },
    errors: listOf(apiError, { minItems: 1 }),
    status: text,
  }),
})
