/** The questions of `npm run setup`: what each answer must be, and which variables it sets. */
import { checkFirstAdmin } from '../../domain/admin/create-first-admin.ts'
import { ConfigError, readConfig } from '../../domain/config/config.ts'
import { MailError, tryMailServer } from '../../domain/mail/mailer.ts'
import { listPaypalWebhooks } from '../../domain/payments/paypal/registration.ts'
import { OutcomeUnknownError, RefusedError } from '../../domain/payments/provider/errors.ts'
import { KeysRefusedError } from '../../domain/payments/provider/registration.ts'
import { listStripeWebhooks } from '../../domain/payments/stripe/registration.ts'
import type { Variables } from './variables-file.ts'

export interface Question {
  /** The option that answers it. */
  option: 'address' | 'admin' | 'mail' | 'provider'
  text: string
  /** The answer so far, as it is shown; undefined if there is none. */
  current: string | undefined
  /** The answer that Enter gives before there is one. */
  unanswered?: string
  isSecret: boolean
  /** Returns the variables that the answer sets. Throws `ConfigError` with one sentence for a wrong one. */
  read(answer: string): Promise<Variables>
}

/** Where an answer says that something is decided another time. */
const later = 'later'

/**
 * Returns the questions about an installation, for one creator or for many. `known` are the variables so far, `given` those of this
 * process, with a test's stand-ins.
 */
export function questionsAbout(known: Variables, given: NodeJS.ProcessEnv, isSolo: boolean): Question[] {
  const sound = (changed: Variables) => requireSound({ ...given, ...known, ...changed }, changed)
  return [
    {
      option: 'address',
      text: 'The public address of the site, like https://tips.example.com',
      current: known.PUBLIC_URL || undefined,
      isSecret: false,
      read: async (answer) => sound(readAddress(answer)),
    },
    {
      option: 'admin',
      text: isSolo
        ? 'Your name on the site, your email address and the currency that you are paid in, like mira mira@example.com gbp'
        : 'Your name on the site and your email address, like mira mira@example.com',
      current: known[adminVariable] || undefined,
      isSecret: false,
      read: async (answer) => sound(readAdmin(answer, isSolo, known.SOLO)),
    },
    {
      option: 'mail',
      text: `The mail server, like smtp://user:PASSWORD@mail.example.com:587, or ${later}`,
      current: known.SMTP_URL ? 'as it is' : undefined,
      unanswered: later,
      isSecret: true,
      read: async (answer) => {
        if (answer === later) return { SMTP_URL: '' }
        const changed = sound({ SMTP_URL: answer })
        await tryMail(answer)
        return changed
      },
    },
    {
      option: 'provider',
      text: `Stripe’s secret key, or PayPal’s client id and secret with a blank between, or ${later}`,
      current: known.STRIPE_SECRET_KEY || known.PAYPAL_CLIENT_ID ? 'as it is' : undefined,
      unanswered: later,
      isSecret: true,
      read: async (answer) => {
        if (answer === later) return {}
        const changed = sound(readKeys(answer))
        await tryKeys(changed, given)
        return changed
      },
    },
  ]
}

/** The variable that remembers who becomes the first admin: the name of an account and an address. No program reads it; `brimful` does. */
export const adminVariable = 'FIRST_ADMIN'

/** Returns `changed` if no fault of the configuration is about its variables. Throws `ConfigError` with the first one. */
function requireSound(env: NodeJS.ProcessEnv, changed: Variables): Variables {
  const [fault] = findFaults(env).filter((sentence) => changed[sentence.split(' ')[0]!])
  if (fault) throw new ConfigError(fault)
  return changed
}

/** Returns a sentence for each fault of the variables, in production unless they say otherwise. */
export function findFaults(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig({ NODE_ENV: 'production', ...env })
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n')
  }
}

function readAddress(answer: string): Variables {
  const address = /^https?:/.test(answer) ? answer : `https://${answer}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url?.hostname || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new ConfigError('That is not the address of a site: it has a host name and nothing behind it.')
  return { PUBLIC_URL: url.origin, SITE_ADDRESS: url.host }
}

/** Reads who becomes the first admin. In solo mode that is the creator, whose name stays. */
function readAdmin(answer: string, isSolo: boolean, creator: string | undefined): Variables {
  const [name = '', address = '', currency, ...more] = answer.split(/\s+/)
  if (!address || more.length > 0 || (isSolo && !currency))
    throw new ConfigError(
      `Give a name, an address${isSolo ? ' and a currency, with blanks' : ', with a blank'} between.`,
    )
  const wanted = checkFirstAdmin({ userName: name, email: address, currency })
  const { userName, email } = wanted
  if (isSolo && creator && userName !== creator)
    throw new ConfigError(`The creator of this site is ${creator}, and that cannot be changed.`)
  const admin = [userName, email, ...(wanted.currency ? [wanted.currency] : [])].join(' ')
  return { [adminVariable]: admin, SUPPORT_EMAIL: email, ...(isSolo ? { SOLO: userName } : {}) }
}

async function tryMail(smtpUrl: string): Promise<void> {
  await tryMailServer({ smtpUrl, from: '' }).catch((error: unknown) => {
    if (!(error instanceof MailError)) throw error
    throw new ConfigError(
      `The mail server does not take it (${error.message}): correct host, port, user or password.`,
    )
  })
}

/** The variables that belong to the keys of a provider, and are made anew with other keys. */
export const madeWithKeys = {
  stripe: { STRIPE_WEBHOOK_SECRET: '', STRIPE_ACCOUNT_WEBHOOK_SECRET: '' },
  paypal: { PAYPAL_WEBHOOK_ID: '' },
} as const

function readKeys(answer: string): Variables {
  const [first = '', second, ...more] = answer.split(/\s+/)
  if (/^[sr]k_\w+$/.test(first) && second === undefined)
    return { STRIPE_SECRET_KEY: first, ...madeWithKeys.stripe }
  if (second === undefined || more.length > 0 || !/^[\w-]{10,}$/.test(first) || !/^[\w-]{10,}$/.test(second))
    throw new ConfigError(
      'That is neither a secret key of Stripe, which begins with sk_ or rk_, nor a client id and a secret of PayPal with a blank between.',
    )
  return { PAYPAL_CLIENT_ID: first, PAYPAL_CLIENT_SECRET: second, ...madeWithKeys.paypal }
}

/** Asks the provider whether it knows the keys. Throws `ConfigError` if not. */
async function tryKeys(changed: Variables, given: NodeJS.ProcessEnv): Promise<void> {
  const {
    STRIPE_SECRET_KEY: secretKey,
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_CLIENT_SECRET: clientSecret,
  } = changed
  const known = secretKey
    ? listStripeWebhooks({ secretKey, apiUrl: given.STRIPE_API_URL })
    : listPaypalWebhooks({ clientId: clientId!, clientSecret: clientSecret!, apiUrl: given.PAYPAL_API_URL })
  await known.catch(explainProvider)
}

/** Throws a `ConfigError` of one sentence for what a provider has refused, or any other error as it is. */
export function explainProvider(error: unknown): never {
  if (error instanceof KeysRefusedError)
    throw new ConfigError(
      error.reason === 'unknown'
        ? 'The provider refuses these keys: copy them from its dashboard again.'
        : 'These keys may not make webhooks: give them that right in the provider’s dashboard.',
    )
  if (error instanceof OutcomeUnknownError || error instanceof RefusedError)
    throw new ConfigError(`${error.message}: try again.`)
  throw error
}
