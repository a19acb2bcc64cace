/** Tests what an alert sounds like in a browser: an uploaded sound, and the message that is spoken after it. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildCreator } from '../db/builders.fixture.ts'
import { saveSpeechChoice } from '../db/queries/alerts/speech.ts'
import { showOverlayKey } from '../domain/alerts/overlay-key.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { readSecretKeys } from '../domain/config/secret-keys.ts'
import { makeMp3, makeOgg, makeWav, oddSounds } from '../domain/sounds/sound.fixture.ts'
import { addSound, chooseAlertSound, removeSound } from '../domain/sounds/sounds.ts'
import { openStorage } from '../domain/storage/storage.ts'
import { openLog } from '../domain/log.ts'
import { endAlert, holdAlerts } from './obs-source.ts'
import { setUpProduct } from './product-fixture.ts'
import { stream } from './visitors.ts'

const product = setUpProduct({ viewport: stream, reducedMotion: 'reduce' })

interface Heard {
  path: string
  at: number
  ended: boolean
}

/** Runs in the page before its own scripts: notes what really plays, and whether it plays to its end. */
function noteSounds(): void {
  const heard: Heard[] = []
  Object.assign(window, { heard })
  const play = HTMLMediaElement.prototype.play
  HTMLMediaElement.prototype.play = async function (this: HTMLMediaElement) {
    await play.call(this)
    const note = { path: new URL(this.src).pathname, at: performance.now(), ended: false }
    heard.push(note)
    this.addEventListener('ended', () => (note.ended = true))
  }
}

const heardBy = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard)

async function openOverlays(count: number) {
  const { db, env, url } = product
  const { uid } = await buildCreator(db)
  const key = await showOverlayKey({ db, config: { secretsKey: readSecretKeys(env['SECRETS_KEY']!) } }, uid)
  const storage = openStorage(env['STORAGE_URL']!)
  const open = async () => {
    const context = await product.browser.newContext({ viewport: stream })
    const page = await context.newPage()
    await page.addInitScript(noteSounds)
    await page.addInitScript(holdAlerts) // a message that is ready after its alert is not spoken
    await page.goto(`${url}/streamalerts?userUID=${uid}#key=${key}`)
    await page.waitForFunction(() => localStorage.length > 0, undefined, { polling: 100 })
    await page.mouse.click(10, 10) // an ordinary browser plays nothing before the first click; OBS does
    return page
  }
  const ctx = { db, storage, log: openLog('silent') }
  return { uid, ctx, open: () => Promise.all(Array.from({ length: count }, open)) }
}

test('the uploaded sound plays once, on one of two computers, and the message follows it', async () => {
  const { uid, ctx, open } = await openOverlays(2)
  const { soundId } = await addSound(ctx, uid, 'mine', makeWav(0.4))
  await chooseAlertSound(ctx.db, uid, { sound: { source: 'uploaded', soundId }, volume: 50 })
  const choice = { engine: 'file', voice: 'en-US-Wavenet-D', fromAmount: 0, volume: 100 } as const
  await saveSpeechChoice(ctx.db, uid, choice)
  const pages = await open()

  await buildTip(ctx.db, uid, { message: 'Thank you!', supporterName: 'Ada' })

  const heard = async () => (await Promise.all(pages.map(heardBy))).flat()
  await expect
    .poll(async () => (await heard()).map(({ path, ended }) => [path, ended]))
    .toEqual([
      [`/sounds/${soundId}`, true],
      [expect.stringMatching(/^\/speech\/[0-9a-f]{32}$/), true],
    ])
  for (const page of pages) await endAlert(page)
  for (const page of pages) await page.waitForFunction(() => !document.querySelector('.alert'))
  expect(await heard()).toHaveLength(2)
})

/** Plays a file to its end in the page, at four times its speed, and returns its duration in seconds. */
async function playIn(page: Page, path: string): Promise<number> {
  return page.evaluate(async (address) => {
    const audio = new Audio(address)
    audio.playbackRate = 4
    await new Promise((done, fail) => {
      audio.onended = done
      audio.onerror = () => fail(new Error(`${address}: ${audio.error?.message}`))
      void audio.play()
    })
    return audio.duration
  }, path)
}

const plainSounds: typeof oddSounds = [
  ['an MP3', makeMp3(20), 0.52, []],
  ['an Ogg', makeOgg(20), 0.4, []],
  ['a WAV', makeWav(0.2), 0.2, []],
]

test('Chromium plays what the server stores of a sound to its end, with the duration that the server has', async () => {
  const { uid, ctx, open } = await openOverlays(1)
  const [page] = (await open()) as [Page]
  for (const [name, file, seconds] of [...plainSounds, ...oddSounds]) {
    const { soundId } = await addSound(ctx, uid, 'any', file)
    expect.soft(await playIn(page, `/sounds/${soundId}`), name).toBeCloseTo(seconds, 1)
    await removeSound(ctx, uid, soundId)
  }
})

test('Chromium plays the odd sounds as they are, which is why the server accepts them', async () => {
  const { open } = await openOverlays(1)
  const [page] = (await open()) as [Page]
  // Chromium stops with an error at the second of two sample rates: the server cuts it.
  const playable = oddSounds.filter(([name]) => name !== 'MP3s of two sample rates')
  for (const [name, file] of playable) {
    await page.route('**/odd-sound?*', (route) => route.fulfill({ body: file, contentType: 'audio/mpeg' }))
    expect.soft(await playIn(page, `/odd-sound?${encodeURIComponent(name)}`), name).toBeGreaterThan(0)
  }
})
