import { afterAll, expect, test } from 'vitest'
import { limits as declared } from '../../contract/limits.ts'
import { openAccountLimits } from './account-limits.ts'

const limits = openAccountLimits({ secret: Buffer.from('secret'), onError: () => {} })
afterAll(() => limits.close())

const refused = { code: 'rate_limited' }

test('a limit by account counts the account on every network, and no other account on the same one', async () => {
  const take = (uid: string | undefined, address: string) =>
    limits.takeDeclared(['account rename'], { uid, address })
  for (let i = 0; i < declared['account rename'].points; i++) await take('ada', `192.0.2.${i}`)

  await expect(take('ada', '192.0.2.200')).rejects.toMatchObject(refused)
  await take('grace', '192.0.2.200')
  await take(undefined, '192.0.2.200')
})

test('a limit by network counts all accounts of the network, and the same accounts on another one again', async () => {
  const take = (uid: string | undefined, address: string) =>
    limits.takeDeclared(['account sign-up'], { uid, address })
  for (let i = 0; i < declared['account sign-up'].points; i++) await take(`account ${i}`, '192.0.2.1')

  await expect(take(undefined, '192.0.2.1')).rejects.toMatchObject(refused)
  await take('account 0', '192.0.2.2')
})
