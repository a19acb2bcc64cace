import sharp from 'sharp'
import { expect, test } from 'vitest'
import { apiBase } from '../../contract/calls.ts'
import type { SessionUser } from '../../contract/entities.ts'
import { pictureAt } from '../../contract/pages/pictures.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp())

const picture = (background: string) =>
  sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .png()
    .toBuffer()

async function send(
  cookie: string,
  bytes: Buffer,
  path = 'account/upload-picture?kind=avatar',
  field = 'picture',
) {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), '../../evil.svg')
  const answer = await fetch(app.url + apiBase + path, { method: 'POST', body: form, headers: { cookie } })
  return {
    status: answer.status,
    body: (await answer.json()) as Partial<SessionUser> & { code?: string; ProfilePic?: string },
  }
}

test('serves an uploaded picture under a permanent name, and deletes it when it is replaced', async () => {
  const creator = await buildCreator(app.db)
  const cookie = await app.signIn(creator.uid)

  const { body } = await send(cookie, await picture('coral'))
  const first = body.userImg!
  const served = await fetch(app.url + first)
  const small = await fetch(app.url + pictureAt(first, 128))

  expect(first).toMatch(/^\/media\/[0-9a-f]{32}-512\.webp$/)
  expect([
    served.status,
    served.headers.get('content-type'),
    served.headers.get('x-content-type-options'),
  ]).toEqual([200, 'image/webp', 'nosniff'])
  expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(128)
  const profile = await app.get(`account/creator-profile?username=${creator.userName}`)
  expect(profile.body).toMatchObject({ profileImage: first })

  const second = (await send(cookie, await picture('teal'))).body.userImg!
  expect(second).not.toBe(first)
  await expect.poll(async () => (await fetch(app.url + first)).status).toBe(404)
  expect((await app.post('account/remove-picture', { kind: 'avatar' }, cookie)).body).toMatchObject({
    userImg: null,
  })
  await expect.poll(async () => (await fetch(app.url + second)).status).toBe(404)
})

test('the cover is a separate picture', async () => {
  const cookie = await app.signIn((await buildCreator(app.db)).uid)

  const { body } = await send(cookie, await picture('coral'), 'account/upload-picture?kind=cover')

  expect(body).toMatchObject({ userImg: null, coverIMG: expect.stringMatching(/-1600\.webp$/) })
})

test('refuses files that are too large, no picture, in the wrong field or anonymous', async () => {
  const { uid } = await buildCreator(app.db)
  const cookie = await app.signIn(uid)

  expect(await send(cookie, Buffer.alloc(5 * 1024 * 1024 + 1))).toMatchObject({
    status: 413,
    body: { code: 'too_large' },
  })
  expect(await send(cookie, Buffer.from('<svg/>'))).toMatchObject({
    status: 415,
    body: { code: 'picture_refused' },
  })
  expect(await send(cookie, await picture('red'), undefined, 'other')).toMatchObject({ status: 400 })
  expect((await send('', await picture('red'))).status).toBe(401)
  expect((await app.post('account/upload-picture?kind=avatar', {}, cookie)).status).toBe(400)

  expect((await app.get('account/profile', cookie)).body).toMatchObject({ userImg: null })
})

test('the picture of a sign-up becomes the account’s', async () => {
  const start = {
    email: 'pic@example.test',
    username: 'Pia',
    password: 'tractor violin moss 7',
    acceptPrivacyTerms: true,
  }
  const { headers } = await app.post('account/sign-up/start', start)
  const cookie = headers.getSetCookie()[0]!.split(';')[0]!

  const { body } = await send(cookie, await picture('plum'), 'account/sign-up/select-profile-picture')

  expect(body.ProfilePic).toMatch(/^\/media\//)
  expect((await app.get('account/sign-up', cookie)).body).toMatchObject({
    signUp: { ProfilePic: body.ProfilePic },
  })
  const without = await app.post('account/sign-up/remove-profile-picture', {}, cookie)
  expect(without.body).toMatchObject({ ProfilePic: null })
  await expect.poll(async () => (await fetch(app.url + body.ProfilePic!)).status).toBe(404)
})

test.each(['/media/..%2f..%2fsecrets.json', '/media/x.webp', `/media/${'0'.repeat(32)}-512.webp`])(
  '%s is not found',
  async (path) => {
    expect((await fetch(app.url + path)).status).toBe(404)
  },
)
