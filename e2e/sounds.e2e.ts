/** Tests what an alert sounds like in a browser: an uploaded sound, and the message that is spoken after it. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildCreator } from '../db/builders.fixture.ts'
import { saveSpeechChoice } from '../db/queries/speech.ts'
import { showOverlayKey } from '../domain/alerts/overlay-key.ts'
import { buildTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { readSecretKeys } from '../domain/secret-keys.ts'
import { makeMp3, makeOgg, makeWav } from '../domain/sounds/sound.fixture.ts'
import { addSound, chooseAlertSound } from '../domain/sounds/sounds.ts'
import { openStorage } from '../domain/storage/storage.ts'
import { openLog } from '../domain/log.ts'
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
    await page.goto(`${url}/streamalerts?userUID=${uid}#key=${key}`)
    await page.waitForFunction(() => localStorage.length > 0, undefined, { polling: 100 })
    await page.mouse.click(10, 10) // an ordinary browser plays nothing before the first click; OBS does
    return page
  }
  const ctx = { db, storage, log: openLog('silent') }
  return { uid, ctx, open: () => Promise.all(Array.from({ length: count }, open)) }
}

const patience = { timeout: 60_000 }

test('the uploaded sound plays once, on one of two computers, and the message follows it', async () => {
  const { uid, ctx, open } = await openOverlays(2)
  const soundId = await addSound(ctx, uid, 'mine', makeWav(0.4))
  await chooseAlertSound(ctx.db, uid, { sound: { source: 'uploaded', soundId }, volume: 50 })
  const choice = { engine: 'file', voice: 'en-US-Wavenet-D', fromAmount: 0, volume: 100 } as const
  await saveSpeechChoice(ctx.db, uid, choice)
  const pages = await open()

  await buildTip(ctx.db, uid, { message: 'Thank you!', supporterName: 'Ada' })

  const heard = async () => (await Promise.all(pages.map(heardBy))).flat()
  await expect
    .poll(async () => (await heard()).map(({ path, ended }) => [path, ended]), patience)
    .toEqual([
      [`/sounds/${soundId}`, true],
      [expect.stringMatching(/^\/speech\/[0-9a-f]{32}$/), true],
    ])
  for (const page of pages) await page.waitForFunction(() => !document.querySelector('.alert'))
  expect(await heard()).toHaveLength(2)
})

test('Chromium can play what the server takes for a sound', async () => {
  const { uid, ctx, open } = await openOverlays(1)
  const [page] = (await open()) as [Page]
  for (const file of [makeMp3(20), makeOgg(20), makeWav(0.2)]) {
    const id = await addSound(ctx, uid, 'any', file)
    const seconds = await page.evaluate(async (path) => {
      const audio = new Audio(path)
      await new Promise((done, fail) => {
        audio.onloadedmetadata = done
        audio.onerror = () => fail(new Error(audio.error?.message))
      })
      return audio.duration
    }, `/sounds/${id}`)
    expect(seconds).toBeGreaterThan(0.1)
  }
})
