/** Links demo creators to their payout accounts and channels at the sandbox's providers. */
import type { Db } from '../db/connection.ts'
import { findAccountByEmail } from '../db/queries/accounts/accounts.ts'
import { findConnection, saveConnection } from '../db/queries/chat/connections.ts'
import type { NewConnection } from '../db/queries/chat/connections.ts'
import { findPayoutAccount, savePayoutAccount } from '../db/queries/payments/payout-accounts.ts'
import type { ConnectionRow, Provider } from '../db/schema.ts'
import type { Config } from '../domain/config/config.ts'
import { openGoogleOauth } from '../domain/chat/platforms/youtube/oauth.ts'
import { openTwitchOauth } from '../domain/chat/platforms/twitch/oauth.ts'
import { ownPayeeId } from '../domain/payments/provider/own-account.ts'
import { tokenContext, unseal } from '../domain/security/sealing.ts'
import { connectTwitch, connectYoutube } from './connect.ts'
import type { DemoSandbox } from './connect.ts'
import { listDemoCreators } from './people.ts'
import type { DemoCreator } from './people.ts'
import { sandboxControls } from './sandbox.ts'

export interface DemoLinks {
  /** The creator's payout accounts. */
  payouts: { provider: Provider; payeeId: string }[]
  connections: NewConnection[]
}

export interface LinkContext {
  db: Db
  config: Config
  sandboxUrl?: string | undefined
}

const noLinks: DemoLinks = { payouts: [], connections: [] }

const providers = ['paypal', 'stripe'] as const satisfies Provider[]

/** Opens a creator's accounts at all providers that the sandbox stands in for. */
export async function openLinks(ctx: LinkContext, uid: string, creator: DemoCreator): Promise<DemoLinks> {
  const demo = openDemoSandbox(ctx)
  if (!demo) return noLinks
  const payouts = (await Promise.all(providers.map((provider) => openPayout(demo, provider, creator)))).flat()
  const connections = [await connectTwitch(demo, uid, creator), await connectYoutube(demo, uid, creator)]
  return { payouts, connections: connections.filter((connection) => connection !== undefined) }
}

/** Reconnects payout accounts and channels that a restarted sandbox has lost, except those that the creator has disconnected. */
export async function renewLinks(ctx: LinkContext): Promise<void> {
  const demo = openDemoSandbox(ctx)
  if (!demo) return
  for (const creator of listDemoCreators(ctx.config)) {
    const account = await findAccountByEmail(ctx.db, creator.email)
    if (!account) continue
    await renewPayouts(ctx.db, demo, account.uid, creator)
    await renewConnections(ctx.db, demo, account.uid, creator)
  }
}

/**
 * Opens the sandbox's controls and a configuration with only the providers that the sandbox stands in for, because a demo must
 * never use a real provider. Undefined without a sandbox.
 */
function openDemoSandbox({ config, sandboxUrl }: LinkContext): DemoSandbox | undefined {
  if (!sandboxUrl) return undefined
  const { origin } = new URL(sandboxUrl)
  const isThere = (url: string | undefined) => url !== undefined && new URL(url).origin === origin
  const { paypal, stripe, twitch, youtube } = config
  const sandboxed = {
    ...config,
    paypal: isThere(paypal?.apiUrl) ? paypal : undefined,
    stripe: isThere(stripe?.apiUrl) ? stripe : undefined,
    twitch: isThere(twitch?.authUrl) ? twitch : undefined,
    youtube: isThere(youtube?.tokenUrl) ? youtube : undefined,
  }
  return { config: sandboxed, sandbox: sandboxControls(origin) }
}

async function openPayout({ config, sandbox }: DemoSandbox, provider: Provider, { email }: DemoCreator) {
  const own = config[provider]
  if (!own) return []
  if (!own.hasPlatform) return [{ provider, payeeId: ownPayeeId }]
  const open = provider === 'paypal' ? sandbox.openMerchant : sandbox.openCardAccount
  return [{ provider, payeeId: await open(email) }]
}

async function renewPayouts(db: Db, demo: DemoSandbox, uid: string, creator: DemoCreator): Promise<void> {
  for (const provider of providers) {
    const known = await findPayoutAccount(db, uid, provider)
    const [opened] = known ? await openPayout(demo, provider, creator) : []
    if (!opened || opened.payeeId === known?.payeeId) continue
    await savePayoutAccount(db, { uid, ...opened, email: creator.email, isReady: true })
  }
}

async function renewConnections(db: Db, demo: DemoSandbox, uid: string, creator: DemoCreator): Promise<void> {
  const { config, sandbox } = demo
  const twitch = await findConnection(db, uid, 'twitch')
  if (twitch && !(await isHonoured(config, twitch))) await save(db, await connectTwitch(demo, uid, creator))
  const youtube = await findConnection(db, uid, 'youtube')
  if (!youtube || !config.youtube) return
  if (await isHonoured(config, youtube)) return sandbox.goLive(youtube.channel, creator.streamTitle)
  await save(db, await connectYoutube(demo, uid, creator))
}

async function save(db: Db, connection: NewConnection | undefined): Promise<void> {
  if (connection) await saveConnection(db, connection)
}

/**
 * Returns whether the sandbox still accepts a connection's refresh token. Any failure counts as no, because connecting again
 * repairs it.
 */
async function isHonoured(config: Config, { uid, platform, ...row }: ConnectionRow): Promise<boolean> {
  const provider = platform === 'twitch' ? config.twitch : config.youtube
  if (!provider) return true
  try {
    const token = unseal(config.secretsKey, row.refreshTokenSealed, tokenContext(uid, platform, 'refresh'))
    if (config.twitch && platform === 'twitch') await openTwitchOauth(config.twitch).refresh(token)
    if (config.youtube && platform === 'youtube') await openGoogleOauth(config.youtube).refresh(token)
    return true
  } catch {
    return false
  }
}
