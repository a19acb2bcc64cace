/** What ties demo creators to the sandbox's providers: where they are paid, where they stream. */
import type { Db } from '../../db/connection.ts'
import { findAccountByEmail } from '../../db/queries/accounts.ts'
import { findConnection, saveConnection } from '../../db/queries/connections.ts'
import type { NewConnection } from '../../db/queries/connections.ts'
import { findPayoutAccount, savePayoutAccount } from '../../db/queries/payout-accounts.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import type { Config } from '../config.ts'
import { openGoogleOauth } from '../gateways/google-oauth.ts'
import { openTwitchOauth } from '../gateways/twitch-oauth.ts'
import { tokenContext, unseal } from '../sealing.ts'
import { connectTwitch, connectYoutube } from './connect.ts'
import type { DemoHouse } from './connect.ts'
import { demoCreators } from './people.ts'
import type { DemoCreator } from './people.ts'
import { sandboxControls } from './sandbox.ts'

export interface DemoLinks {
  merchantId: string | undefined
  connections: NewConnection[]
}

export interface LinkContext {
  db: Db
  config: Config
  sandboxUrl?: string | undefined
}

const noLinks: DemoLinks = { merchantId: undefined, connections: [] }

/** Opens a creator's accounts at every provider whose place the sandbox takes. */
export async function openLinks(ctx: LinkContext, uid: string, creator: DemoCreator): Promise<DemoLinks> {
  const house = openHouse(ctx)
  if (!house) return noLinks
  const merchantId = house.config.paypal && (await house.sandbox.openMerchant(creator.email))
  const connections = [await connectTwitch(house, uid, creator), await connectYoutube(house, uid, creator)]
  return { merchantId, connections: connections.filter((connection) => connection !== undefined) }
}

/** Puts right what a sandbox with a new memory no longer knows; what a creator has disconnected stays so. */
export async function renewLinks(ctx: LinkContext): Promise<void> {
  const house = openHouse(ctx)
  if (!house) return
  for (const creator of demoCreators) {
    const account = await findAccountByEmail(ctx.db, creator.email)
    if (!account) continue
    await renewPayouts(ctx.db, house, account.uid, creator)
    await renewConnections(ctx.db, house, account.uid, creator)
  }
}

/** The sandbox, and of the configuration only what points at it: a real provider is none of a demo's business. */
function openHouse({ config, sandboxUrl }: LinkContext): DemoHouse | undefined {
  if (!sandboxUrl) return undefined
  const { origin } = new URL(sandboxUrl)
  const isThere = (url: string | undefined) => url !== undefined && new URL(url).origin === origin
  const { paypal, twitch, youtube } = config
  const sandboxed = {
    ...config,
    paypal: isThere(paypal?.apiUrl) ? paypal : undefined,
    twitch: isThere(twitch?.authUrl) ? twitch : undefined,
    youtube: isThere(youtube?.tokenUrl) ? youtube : undefined,
  }
  return { config: sandboxed, sandbox: sandboxControls(origin) }
}

async function renewPayouts(db: Db, house: DemoHouse, uid: string, { email }: DemoCreator): Promise<void> {
  const known = await findPayoutAccount(db, uid, 'paypal')
  if (!known || !house.config.paypal) return
  const providerAccountId = await house.sandbox.openMerchant(email)
  if (providerAccountId === known.providerAccountId) return
  await savePayoutAccount(db, { uid, provider: 'paypal', providerAccountId, email, isReady: true })
}

async function renewConnections(db: Db, house: DemoHouse, uid: string, creator: DemoCreator): Promise<void> {
  const { config, sandbox } = house
  const twitch = await findConnection(db, uid, 'twitch')
  if (twitch && !(await isHonoured(config, twitch))) await save(db, await connectTwitch(house, uid, creator))
  const youtube = await findConnection(db, uid, 'youtube')
  if (!youtube || !config.youtube) return
  if (await isHonoured(config, youtube)) return sandbox.goLive(youtube.channel, creator.streamTitle)
  await save(db, await connectYoutube(house, uid, creator))
}

async function save(db: Db, connection: NewConnection | undefined): Promise<void> {
  if (connection) await saveConnection(db, connection)
}

/** Whether the sandbox still takes a connection's refresh token; whatever is in the way, a new connection mends it. */
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
