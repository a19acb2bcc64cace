import { afterEach, expect, test, vi } from 'vitest'
import { updateProfile } from '../../../contract/accounts/profile-calls.ts'
import { fakeApi } from '../test/fake-api.ts'
import { chooseLocale } from './locale.ts'
import { dropSessionCookie } from '../test/render.tsx'

afterEach(() => {
  document.cookie = 'brimful_locale=; max-age=-1'
})

async function choose() {
  const api = fakeApi()
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { reload })
  await chooseLocale('de')
  expect(document.cookie).toContain('brimful_locale=de')
  expect(reload).toHaveBeenCalledOnce()
  return api.requestsTo(updateProfile)
}

test('stores a chosen language in the browser and in the signed-in account', async () => {
  dropSessionCookie()
  expect(await choose()).toEqual([])
  document.cookie = `brimful_signed_in=${Date.now() + 60_000}`
  expect(await choose()).toMatchObject([{ body: { locale: 'de' } }])
})
