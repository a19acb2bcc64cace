/** Requests for pictures that `role-table.test.ts` sends as each role. */
import sharp from 'sharp'
import { expect } from 'vitest'
import { storePicture } from '../../domain/storage/pictures.ts'
import type { EncodedPicture } from '../../domain/storage/encode-picture.ts'
import type { RouteCase } from '../role-table.ts'
import { post } from './case.fixture.ts'
import type { Attempt, Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import { begin } from './sign-up-cases.fixture.ts'
import type { World } from './world.fixture.ts'

const pixels = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'coral' } })
  .png()
  .toBuffer()
/** The encoded picture. All roles share it, because encoding starts a process. */
let encoding: Promise<EncodedPicture[]> | undefined
const ours = expect.stringMatching(/^\/media\/[0-9a-f]{32}-\d+\.webp$/)

export const pictureCases = {
  'POST /api/v1/account/upload-picture': (world, role) => ({
    ...post('account/upload-picture?kind=cover', formOf(pixels)),
    effect: async () => like(await imagesOf(world, world.uidOf(role)), { coverImage: ours }),
  }),
  'POST /api/v1/account/upload-picture | that is none': () =>
    post(
      'account/upload-picture?kind=avatar',
      formOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    ),
  'POST /api/v1/account/remove-picture': async (world, role) => {
    await world.db.updateTable('account').set({ image: '/media/old' }).execute()
    return {
      ...post('account/remove-picture', { kind: 'avatar' }),
      async effect() {
        const uid = world.uidOf(role)
        equals((await imagesOf(world, uid)).image, null)
        const other = uid === world.creator.uid ? world.supporter : world.creator
        equals((await imagesOf(world, other.uid)).image, '/media/old')
      },
    }
  },
  'POST /api/v1/account/sign-up/select-profile-picture': async (world) => ({
    ...post('account/sign-up/select-profile-picture', formOf(pixels)),
    cookie: (await begin(world)).cookie,
    effect: ({ body }) => like(body, { ProfilePic: ours }),
  }),
  'POST /api/v1/account/sign-up/select-profile-picture | without a sign-up': () =>
    post('account/sign-up/select-profile-picture', formOf(pixels)),
  'POST /api/v1/account/sign-up/remove-profile-picture': async (world) => ({
    ...post('account/sign-up/remove-profile-picture', {}),
    cookie: (await begin(world)).cookie,
    effect: ({ body }) => like(body, { ProfilePic: null }),
  }),
  'GET /media/:name': async ({ ctx }) => {
    encoding ??= ctx.pictures.make('avatar', '', async () => pixels)
    return media(await storePicture(ctx.storage, await encoding))
  },
} as const satisfies Partial<Cases<RouteCase>>

function media(path: string): Attempt {
  return {
    method: 'GET',
    path,
    effect: ({ headers }) => equals(headers.get('cache-control'), 'public, max-age=31536000, immutable'),
  }
}

function formOf(bytes: Buffer): FormData {
  const form = new FormData()
  form.set('picture', new Blob([new Uint8Array(bytes)]), 'picture.png')
  return form
}

async function imagesOf({ db }: World, uid: string) {
  return db
    .selectFrom('account')
    .select(['image', 'coverImage'])
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
}
