/** The alert page in OBS, which has no log-in: several sources and computers show each alert once and sound once. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCreator } from '../db/builders.fixture.ts'
import { showOverlayKey } from '../domain/alerts/overlay-key.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { openSource } from './obs-source.ts'
import { setUpProduct } from './product-fixture.ts'
import { stream } from './visitors.ts'

const product = setUpProduct({ viewport: stream })
/** The creator's address, by whether it has the key. */
const addresses = { private: '', bare: '' }
let uid: string

beforeEach(async () => {
  const { db, env, url } = product
  uid = (await buildCreator(db)).uid
  const key = await showOverlayKey(
    { db, config: { secretsKey: Buffer.from(env['SECRETS_KEY']!, 'hex') } },
    uid,
  )
  addresses.bare = `${url}/streamalerts?userUID=${uid}`
  addresses.private = `${addresses.bare}#key=${key}`
})

const openObs = () => product.browser.newContext({ viewport: stream })
const tip = () => buildTip(product.db, uid, { amountMinor: 5_00 })

test.each(['private', 'bare'] as const)(
  'of two scenes with the %s address the hidden one does not show again what the other has shown',
  async (kind) => {
    const obs = await openObs()
    const live = await openSource(obs, addresses[kind])
    const hidden = await openSource(obs, addresses[kind], { isHidden: true })
    await tip()
    await tip()
    await expect.poll(live.appeared).toEqual([1, 2])

    await hidden.show()
    await tip()

    await expect.poll(live.appeared).toEqual([1, 2, 3])
    await expect.poll(hidden.appeared).toEqual([3])
  },
)
