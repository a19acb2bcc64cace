import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PicturePicker } from './picture-picker.tsx'

/** Opens the picker with a fake `createImageBitmap`, which the test environment does not have. */
function open(decode: () => Promise<unknown>, progress?: number) {
  vi.stubGlobal('createImageBitmap', decode)
  const onPicked = vi.fn<(file: Blob) => void>()
  render(
    <PicturePicker label="Choose a picture" kind="avatar" error={undefined} {...{ progress, onPicked }}>
      <p>current picture</p>
    </PicturePicker>,
  )
  return onPicked
}
const png = new File(['picture'], 'a.png', { type: 'image/png' })

test('a picture that can be decoded is opened for cropping', async () => {
  open(async () => ({ width: 900, height: 300, close: () => undefined }))

  await userEvent.upload(screen.getByLabelText('Choose a picture'), png)

  expect(await screen.findByRole('dialog', { name: 'Crop your picture' })).toBeVisible()
  expect(screen.getAllByRole('slider')).toHaveLength(3)
})

test.each(['', 'application/octet-stream'])(
  'a photo of the kind “%s” is opened by its content',
  async (type) => {
    open(async () => ({ width: 900, height: 300, close: () => undefined }))

    const photo = new File(['picture'], 'IMG_0001', { type })
    await userEvent.upload(screen.getByLabelText('Choose a picture'), photo, { applyAccept: false })

    expect(await screen.findByRole('dialog', { name: 'Crop your picture' })).toBeVisible()
  },
)

test.each([
  [
    'of another kind',
    new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }),
    'Please use a JPEG, PNG, WebP or GIF picture.',
  ],
  ['that is cut in half', png, 'This picture is damaged or cut off. Please save it again and try once more.'],
])('refuses a file %s and says why', async (_, file, refusal) => {
  const onPicked = open(() => Promise.reject(new Error('no picture')))

  fireEvent.drop(screen.getByText('current picture'), { dataTransfer: { files: [file] } })

  expect(await screen.findByRole('alert')).toHaveTextContent(refusal)
  expect(onPicked).not.toHaveBeenCalled()
})

test('during an upload shows its progress and accepts no other picture', async () => {
  open(() => Promise.reject(new Error('no picture')), 0.4)

  await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('value', '0.4'))
  expect(screen.getByLabelText('Choose a picture')).toBeDisabled()
})
