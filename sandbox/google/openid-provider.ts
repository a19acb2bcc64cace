/** Runs Google's OpenID service: oidc-provider, a certified implementation, configured like Google's. */
import type { Configuration, interactionPolicy, Provider } from 'oidc-provider'
import { isRegisteredRedirect } from '../redirects.ts'
import { makeSecret } from '../secrets.ts'
import { signingKey } from '../signing-key.ts'
import type { State } from '../state.ts'
import type { GoogleAccounts, GoogleAccount } from './accounts.ts'

export interface ProviderOptions {
  /** The issuer's address; its discovery document is below it. */
  issuer: string
  /** The page on which the user chooses an account; the request's id is appended. */
  signInUrl: string
  state: State
  accounts: GoogleAccounts
  client: { clientId: string; clientSecret: string }
  /** Redirect addresses outside this machine that are allowed as well. */
  redirects: Record<string, true>
}

/** Opens the provider. Its keys are stored; its sessions end with the process. */
export async function openProvider(options: ProviderOptions): Promise<Provider> {
  // The modules are imported one by one, because the package's main module warns about Node versions that it works with.
  const { Provider: Certified } = await load<{ Provider: typeof Provider }>('lib/provider.js')
  const { base, Prompt } = await load<typeof interactionPolicy>('lib/helpers/interaction_policy/index.js')
  const { createMemoryAdapter } = await load<{ createMemoryAdapter: () => Configuration['adapter'] }>(
    'lib/adapters/memory_adapter.js',
  )
  const policy = base()
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)

  const provider = new Certified(options.issuer, {
    ...googleSettings,
    adapter: createMemoryAdapter(),
    clients: [clientOf(options)],
    jwks: { keys: [keyOf(options.state)] },
    cookies: { keys: [makeSecret(32)] },
    findAccount: (_ctx, id) => {
      const person = options.accounts.find(id)
      return person && { accountId: id, claims: () => claimsOf(person) }
    },
    interactions: { policy, url: (_ctx, { uid }) => `${options.signInUrl}/${uid}` },
  })
  allowRegistered(provider, options.redirects)
  return provider
}

async function load<T>(part: string): Promise<T> {
  return (await import(`oidc-provider/${part}`)) as T
}

/** Google's settings where the OpenID specification allows several. */
const googleSettings = {
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name'] },
  scopes: ['openid', 'email', 'profile'],
  conformIdTokenClaims: false, // false, because Google puts the claims into the id_token as well, not only into the user info
  responseTypes: ['code'],
  subjectTypes: ['public'],
  pkce: { required: () => false },
  routes: { authorization: '/auth', token: '/token', jwks: '/certs', userinfo: '/userinfo' },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: true, logoutSource: logOutAtOnce },
  },
  ttl: {
    AccessToken: 3599,
    AuthorizationCode: 600,
    IdToken: 3600,
    Interaction: 3600,
    Grant: 3600,
    Session: 3600,
  },
} satisfies Configuration

/** Logs out without a confirmation when the user chooses another account. */
function logOutAtOnce(ctx: { body: unknown }, form: string): void {
  ctx.body = form
}

function claimsOf({ id, email, isEmailVerified, name }: GoogleAccount) {
  const [givenName] = name.split(' ')
  return { sub: id, email, email_verified: isEmailVerified, name, given_name: givenName }
}

function clientOf({ client: { clientId, clientSecret } }: ProviderOptions) {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    token_endpoint_auth_method: 'client_secret_post',
    redirect_uris: ['http://localhost/'], // a placeholder, because `allowRegistered` checks each address when it is used
    response_types: ['code'],
    grant_types: ['authorization_code'],
  } as const
}

/** Allows this machine's addresses and the registered ones; oidc-provider allows only a fixed list. */
function allowRegistered(provider: Provider, redirects: Record<string, true>): void {
  const { prototype } = provider.Client as unknown as {
    prototype: { redirectUriAllowed: (uri: string) => boolean }
  }
  prototype.redirectUriAllowed = (uri) => isRegisteredRedirect(uri, redirects)
}

/** Returns the signing key as a JSON Web Key, stored on first use. */
function keyOf(state: State) {
  const keys = state.collection<Record<string, string>>('google.openidKeys')
  if (!keys.signing) {
    keys.signing = {
      ...(signingKey().export({ format: 'jwk' }) as Record<string, string>),
      use: 'sig',
      alg: 'RS256',
    }
    state.save()
  }
  return { ...keys.signing, kty: 'RSA' }
}
