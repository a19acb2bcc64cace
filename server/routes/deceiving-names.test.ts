import { expect, test } from 'vitest'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp())
const mira = await buildCreator(app.db, { userName: 'miravale', displayName: 'Mira Vale', isVerified: true })

async function signIn(account: { uid: string }) {
  const cookie = await app.signInConfirmed(account.uid)
  return {
    describe: (change: object) => app.post('account/update-profile', change, cookie),
    rename: (customUserName: string) => app.post('account/change-user-name', { customUserName }, cookie),
  }
}
const other = await signIn(await buildSupporter(app.db, { displayName: 'Nobody' }))

test.each([
  'Brimful Support',
  'BRIMFUL',
  'brimful ✓ team',
  'Вrimful Оfficial',
  'ＢＲＩＭＦＵＬ',
  'Br1mful Staff',
  'Brim​ful Support',
  'Support',
  'Official Support',
  'The Admins',
  'Customer Support Team',
  'Ѕupport',
  'B r i m f u l',
  'Brimful Support 24',
])('nobody can be shown as %s, which speaks for the site', async (displayName) => {
  const { status, body } = await other.describe({ displayName })

  expect(status).toBe(400)
  expect(body).toMatchObject({ fields: { displayName: 'That name isn’t available.' } })
})

test.each([
  'Mira Vale',
  'mira vale',
  'Мira Vаle',
  'Mira Va1e',
  'MiraVale',
  'Mіra  Vale ✓',
  'Míra Vàle',
  'Mira\u202E Vale',
  'ＭＩＲＡ ＶＡＬＥ',
])('nobody but a verified creator can be shown as %s', async (displayName) => {
  expect((await other.describe({ displayName })).status).toBe(400)
})

test.each([
  'Administrator’s Cat',
  'Support Ukraine',
  'Team Liquid',
  'Staff Sergeant Lin',
  'Brimful of Asha',
  'Official Mira Fan',
  'Mira',
  'Vale',
  'Mira Valentine',
  'Егор',
  '山田太郎',
  'محمد',
  'Modesty',
  'The Real Slim Shady',
  '🎨',
  'Admiral Ada',
  'Badminton',
])('somebody can be shown by the honest name %s', async (displayName) => {
  expect(await other.describe({ displayName })).toMatchObject({ status: 200, body: { displayName } })
})

test('no public name looks like a verified creator’s', async () => {
  for (const name of ['mira_vale', 'miravaie', 'm1ravale'])
    expect(await other.rename(name)).toMatchObject({ status: 409, body: { code: 'name_taken' } })
})

test('a verified creator keeps the own name, in any spelling', async () => {
  const me = await signIn(mira)

  expect((await me.describe({ displayName: 'MIRA VALE' })).status).toBe(200)
  expect((await me.rename('mira_vale')).status).toBe(200)
})

test('an account that has a refused name goes on, and meets the rule when it changes the name', async () => {
  const old = await signIn(await buildSupporter(app.db, { displayName: 'Brimful Support' }))

  expect(await old.describe({ displayName: 'Brimful Support', bio: 'Hello' })).toMatchObject({
    status: 200,
    body: { bio: 'Hello' },
  })
  expect((await old.describe({ displayName: 'Brimful Team' })).status).toBe(400)
})
