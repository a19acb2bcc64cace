/** Tests a video as an alert's picture: a real recording with transparent parts is uploaded, published, and plays on the stream. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildCreator } from '../db/builders.fixture.ts'
import { hashPassword } from '../domain/accounts/passwords.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { endAlert, openSource, untilEnded } from './obs-source.ts'
import { setUpProduct } from './product-fixture.ts'
import { checkPageNow, desktop, stream } from './visitors.ts'

const product = setUpProduct({ viewport: desktop })

/** Returns a recording of about a second as Chromium makes it, with a tone: the left half is green, and the right one transparent. */
async function record(page: Page, codec: string): Promise<Buffer> {
  const bytes = await page.evaluate(async (mimeType) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 64, height: 64 })
    const context = canvas.getContext('2d')!
    const tone = new AudioContext()
    const destination = tone.createMediaStreamDestination()
    const oscillator = tone.createOscillator()
    oscillator.connect(destination)
    oscillator.start()
    await tone.resume()
    const tracks = [...canvas.captureStream(25).getTracks(), ...destination.stream.getTracks()]
    const recorder = new MediaRecorder(new MediaStream(tracks), { mimeType })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => void parts.push(data)
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve
    })
    recorder.start()
    for (let frame = 0; frame < 25; frame++) {
      context.clearRect(0, 0, 64, 64)
      context.fillStyle = `rgb(0, ${200 + frame}, 0)`
      context.fillRect(0, 0, 32, 64)
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    recorder.stop()
    await stopped
    await tone.close()
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  }, `video/webm;codecs=${codec},opus`)
  return Buffer.from(bytes)
}

/** Returns whether the alert's video is green on the left and transparent on the right; false while it has no frame. */
const isDrawn = (page: Page) =>
  page.locator('.alert .picture video').evaluate((element) => {
    const video = element as HTMLVideoElement
    const canvas = new OffscreenCanvas(64, 64).getContext('2d')!
    if (video.videoWidth !== 64) return false
    canvas.drawImage(video, 0, 0)
    const [, green, , alpha] = canvas.getImageData(10, 30, 1, 1).data
    return green! > 150 && alpha! > 200 && canvas.getImageData(54, 30, 1, 1).data[3]! < 50
  })

/** Returns whether an address still has a video. */
const isPlayable = (page: Page, address: string) =>
  page.evaluate(
    (src) =>
      new Promise<boolean>((resolve) => {
        const probe = document.createElement('video')
        probe.onloadeddata = () => resolve(true)
        probe.onerror = () => resolve(false)
        probe.src = src
      }),
    address,
  )

test.each([
  ['vp9', 2],
  ['vp8', 1],
])(
  'a transparent recording in %s plays on the stream, silently, again and again, and anew with each alert',
  async (codec, alerts) => {
    const password = 'correct-horse-1'
    const { uid, email } = await buildCreator(product.db, { passwordHash: await hashPassword(password) })
    const context = await product.browser.newContext({ viewport: stream })
    const overlay = await openSource(context, `${product.url}/streamalerts?userUID=${uid}`, {
      displayMs: untilEnded,
    })
    const { page, open, takeErrors } = await product.visit(undefined, { account: { email, password } })
    await open('/dashboard/alert-style')
    const card = page.getByRole('region', { name: 'Alert style' })
    const buffer = await record(page, codec)
    expect(buffer.includes('A_OPUS')).toBe(true)

    await card.getByLabel('Upload').setInputFiles({ name: 'party.webm', mimeType: 'video/webm', buffer })
    await page.getByText('Picture uploaded.').waitFor()
    const { url } = await product.db
      .selectFrom('alertPicture')
      .select('url')
      .where('creatorUid', '=', uid)
      .executeTakeFirstOrThrow()
    expect(await (await fetch(product.url + url)).text()).not.toContain('A_OPUS')
    await page.frameLocator('iframe[title="Preview of the alert"]').locator('.picture video').waitFor()
    await card.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Published. Your next alert looks like this.').waitFor()
    await checkPageNow(page)
    expect(takeErrors()).toEqual([])

    const addresses = new Set<string>()
    for (let seq = 1; seq <= alerts; seq++) {
      await buildTip(product.db, uid, { amountMinor: 25_00, supporterName: 'Lin' })
      const video = overlay.page.locator(`.alert[data-seq="${seq}"] .picture video`)
      await video.waitFor()
      await expect.poll(() => isDrawn(overlay.page)).toBe(true)
      const src = await video.evaluate(async (element) => {
        await new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true })) // it begins again
        return (element as HTMLVideoElement).src
      })
      expect(await isPlayable(overlay.page, src)).toBe(true)
      addresses.add(src)
      await endAlert(overlay.page)
      await overlay.page.waitForSelector('.alert', { state: 'detached' })
    }
    expect(addresses.size).toBe(alerts)
    expect(overlay.errors()).toEqual([])
    for (const address of addresses) await expect.poll(() => isPlayable(overlay.page, address)).toBe(false)
  },
)
