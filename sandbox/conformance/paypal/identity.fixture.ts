/**
 * Schemas of Log in with PayPal, from https://developer.paypal.com/docs/log-in-with-paypal/integrate/ (the page, the code, the
 * token) and https://developer.paypal.com/docs/api/identity/v1/ (`userinfo_get`, schema `paypalv1.1`).
 */
import { completeObject, listOf, objectWith, textOf, type SchemaObject } from '../json-schema.fixture.ts'
import { accountId, email } from './schemas.fixture.ts'

const secret: SchemaObject = { type: 'string', minLength: 1 }
const address: SchemaObject = { type: 'string', pattern: '^https?://' }

/** The query of the consent page. The scopes include `openid`. */
export const consentQuery = objectWith('flowEntry client_id scope redirect_uri', {
  flowEntry: { const: 'static' },
  client_id: secret,
  response_type: { const: 'code' },
  scope: {
    type: 'string',
    pattern: '^openid( (profile|email|address|https://uri\\.paypal\\.com/services/\\w+))*$',
  },
  redirect_uri: address,
  state: secret,
})

export const codeRequest = objectWith('grant_type code', {
  grant_type: { const: 'authorization_code' },
  code: secret,
  redirect_uri: address,
})

export const appToken = completeObject({
  scope: { type: 'string' },
  access_token: secret,
  token_type: { const: 'Bearer' },
  app_id: { type: 'string', pattern: '^APP-' },
  expires_in: { type: 'integer', minimum: 1 },
  nonce: { type: 'string' },
})

export const userToken = objectWith('access_token refresh_token token_type expires_in', {
  scope: secret,
  access_token: secret,
  refresh_token: secret,
  id_token: secret,
  token_type: { const: 'Bearer' },
  expires_in: { type: 'integer', minimum: 1 },
  nonce: secret,
})

export const userQuery = completeObject({ schema: { const: 'paypalv1.1' } })

/** The reference defines `verified_account` as a boolean and shows it as text, so both are valid. */
const claim: SchemaObject = { enum: [true, false, 'true', 'false'] }

/** The user's details. We need `payer_id` and `emails`, which PayPal returns only for scopes besides `openid`. */
export const userInfo = objectWith('user_id payer_id emails', {
  user_id: { type: 'string', pattern: '^https://www\\.paypal\\.com/webapps/auth/identity/user/.' },
  sub: secret,
  name: textOf(1, 300),
  given_name: textOf(1, 140),
  family_name: textOf(1, 140),
  payer_id: accountId,
  address: true,
  verified_account: claim,
  emails: listOf(objectWith('value', { value: email, primary: claim, confirmed: claim }), { minItems: 1 }),
})
