import { expect, test, vi } from 'vitest'
import { uploadPicture } from '../../../../contract/pages/picture-calls.ts'
import { buildSessionUser } from '../../test/builders.ts'
import { upload } from './upload.ts'
import { refuse } from '../../test/fake-api.ts'

const file = new Blob(['picture'], { type: 'image/webp' })

/** Fakes XMLHttpRequest: every request gets this response or fails with a network error. */
function respondWith(response: { status: number; json: unknown } | 'network failure') {
  const sent: { address: string; form: FormData }[] = []
  class Request extends EventTarget {
    readonly upload = new EventTarget()
    withCredentials = false
    status = 0
    responseText = ''
    address = ''
    open(_: string, address: string) {
      this.address = address
    }
    send(form: FormData) {
      sent.push({ address: this.address, form })
      if (response === 'network failure') return void this.dispatchEvent(new Event('error'))
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 3, total: 6 }))
      this.status = response.status
      this.responseText = JSON.stringify(response.json)
      this.dispatchEvent(new Event('load'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return sent
}

const send = (onProgress = vi.fn<(share: number) => void>()) =>
  upload(uploadPicture, { input: { query: { kind: 'avatar' } }, file, onProgress })

test('uploads a file in its field and reports progress', async () => {
  const sent = respondWith({ status: 200, json: buildSessionUser() })
  const onProgress = vi.fn<(share: number) => void>()

  const user = await send(onProgress)

  expect(user.displayName).toBe('Ada')
  expect(onProgress).toHaveBeenCalledWith(0.5)
  expect(sent[0]?.address).toBe('/api/v1/account/upload-picture?kind=avatar')
  expect(sent[0]?.form.get('picture')).toBeInstanceOf(Blob)
})

test("a refusal has the server's message", async () => {
  const ErrorMessage = 'Please use a picture of up to 5 MB.'
  respondWith(refuse('too_large', ErrorMessage, 413))

  await expect(send()).rejects.toMatchObject({ message: ErrorMessage, code: 'too_large', status: 413 })
})

test('a missing response is a network error', async () => {
  respondWith('network failure')

  await expect(send()).rejects.toMatchObject({
    kind: 'network',
    message: 'Network error. Please check your connection.',
  })
})
