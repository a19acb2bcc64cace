/** Makes a creator with a key before each test, and the addresses of the creator's alert page. */
import { beforeEach } from 'vitest'
import { buildCreator } from '../db/builders.fixture.ts'
import { showOverlayKey } from '../domain/alerts/overlay-key.ts'
import { readSecretKeys } from '../domain/config/secret-keys.ts'
import type { setUpProduct } from './product-fixture.ts'

export interface AlertPage {
  uid: string
  /** The address with the key, and the one without. */
  private: string
  bare: string
}

/** Returns what the test that runs has; before each test it is made anew. */
export function setUpAlertPage(product: ReturnType<typeof setUpProduct>): AlertPage {
  const page: AlertPage = { uid: '', private: '', bare: '' }
  beforeEach(async () => {
    const { db, env, url } = product
    const { uid } = await buildCreator(db)
    const key = await showOverlayKey({ db, config: { secretsKey: readSecretKeys(env['SECRETS_KEY']!) } }, uid)
    const bare = `${url}/streamalerts?userUID=${uid}`
    Object.assign(page, { uid, bare, private: `${bare}#key=${key}` })
  })
  return page
}
