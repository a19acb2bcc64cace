/** Accounts that the walk through the forms needs beside those of the demo. */
import { randomBytes } from 'node:crypto'
import { buildCreator } from '../../db/builders.fixture.ts'
import { confirmTwoFactor, draftTwoFactor } from '../../db/queries/accounts/two-factor.ts'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { twoFactorContext } from '../../domain/accounts/two-factor.ts'
import { readSecretKeys } from '../../domain/config/secret-keys.ts'
import { seal } from '../../domain/security/sealing.ts'
import type { ProductFixture } from '../product-fixture.ts'

/** Adds `rowan`, an admin, and `tamsin`, who has a second factor. */
export async function prepareAccounts({ db, env, accounts }: ProductFixture): Promise<void> {
  const password = randomBytes(12).toString('hex')
  const passwordHash = await hashPassword(password)
  const make = (name: string) => ({
    email: `${name}@brimful.example`,
    passwordHash,
    userName: `${name}_forms`,
  })
  await buildCreator(db, { ...make('rowan'), role: 'admin' })
  const { uid } = await buildCreator(db, make('tamsin'))
  const sealed = seal(readSecretKeys(env['SECRETS_KEY']!), 'JBSWY3DPEHPK3PXP', twoFactorContext(uid))
  await draftTwoFactor(db, uid, sealed)
  await db.transaction().execute((trx) => confirmTwoFactor(trx, uid))
  for (const { email, userName } of [make('rowan'), make('tamsin')])
    accounts.push({ role: 'creator', userName, email, password })
}
