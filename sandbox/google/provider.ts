/** Google's OpenID service: a certified provider (oidc-provider) with Google's habits. */
import { generateKeyPairSync } from 'node:crypto'
import type { Configuration, interactionPolicy, Provider } from 'oidc-provider'
import { isRegisteredRedirect } from '../redirects.ts'
import { makeSecret } from '../secrets.ts'
import type { State } from '../state.ts'
import type { People, Person } from './people.ts'

export interface ProviderOptions {
  /** Its own address, under which its discovery document stands. */
  issuer: string
  /** Where somebody says who they are; the id of the request is appended. */
  signInUrl: string
  state: State
  people: People
  client: { clientId: string; clientSecret: string }
  /** Addresses outside this machine that browsers may be sent back to. */
  redirects: Record<string, true>
}

/** Opens the provider. It forgets who is signed in when the process ends; its keys stay. */
export async function openProvider(options: ProviderOptions): Promise<Provider> {
  // By its parts: the package's own door warns of Node versions that it runs on, and is tested on here.
  const { Provider: Certified } = await load<{ Provider: typeof Provider }>('lib/provider.js')
  const { base, Prompt } = await load<typeof interactionPolicy>('lib/helpers/interaction_policy/index.js')
  const { createMemoryAdapter } = await load<{ createMemoryAdapter: () => Configuration['adapter'] }>(
    'lib/adapters/memory_adapter.js',
  )
  const policy = base()
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)

  const provider = new Certified(options.issuer, {
    ...habits,
    adapter: createMemoryAdapter(),
    clients: [clientOf(options)],
    jwks: { keys: [keyOf(options.state)] },
    cookies: { keys: [makeSecret(32)] },
    findAccount: (_ctx, id) => {
      const person = options.people.find(id)
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

/** What Google does and the specification leaves open. */
const habits = {
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name'] },
  scopes: ['openid', 'email', 'profile'],
  conformIdTokenClaims: false, // the claims stand in the id_token itself
  responseTypes: ['code'],
  subjectTypes: ['public'],
  pkce: { required: () => false },
  routes: { authorization: '/auth', token: '/token', jwks: '/certs', userinfo: '/userinfo' },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: true, logoutSource: leaveAtOnce },
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

/** Nobody is asked whether to leave: choosing another account is reason enough. */
function leaveAtOnce(ctx: { body: unknown }, form: string): void {
  ctx.body = form
}

function claimsOf({ id, email, isEmailVerified, name }: Person) {
  const [givenName] = name.split(' ')
  return { sub: id, email, email_verified: isEmailVerified, name, given_name: givenName }
}

function clientOf({ client: { clientId, clientSecret } }: ProviderOptions) {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    token_endpoint_auth_method: 'client_secret_post',
    redirect_uris: ['http://localhost/'], // each address is judged when it is used
    response_types: ['code'],
    grant_types: ['authorization_code'],
  } as const
}

/** Google knows whole addresses; here this machine's are known by themselves, as everywhere in the sandbox. */
function allowRegistered(provider: Provider, redirects: Record<string, true>): void {
  const { prototype } = provider.Client as unknown as {
    prototype: { redirectUriAllowed: (uri: string) => boolean }
  }
  prototype.redirectUriAllowed = (uri) => isRegisteredRedirect(uri, redirects)
}

/** The signing key as a JSON Web Key, made the first time it is needed. */
function keyOf(state: State) {
  const keys = state.collection<Record<string, string>>('google.openidKeys')
  if (!keys.signing) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    keys.signing = {
      ...(privateKey.export({ format: 'jwk' }) as Record<string, string>),
      use: 'sig',
      alg: 'RS256',
    }
    state.save()
  }
  return { ...keys.signing, kty: 'RSA' }
}
