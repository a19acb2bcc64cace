/** Takes pictures of alerts, on the stream and in the editor's preview, and compares them. */
import type { Frame, Page } from 'playwright-core'
import sharp from 'sharp'
import { stream } from './visitors.ts'

/** Grounds like a bright and a dark game. Pictures of real games would be somebody else's. */
export const grounds = {
  bright:
    'radial-gradient(circle at 82% 22%,#fff6c8 0 4.5%,transparent 4.8%),radial-gradient(ellipse 60% 40% at 20% 102%,#1f5c3a 99%,transparent),radial-gradient(ellipse 34% 8% at 30% 26%,rgb(255 255 255/.85) 60%,transparent 62%),linear-gradient(#3f9be8,#a8dcf7 68%,#7cc27f 68.5%,#3f8f52)',
  dark: 'radial-gradient(circle at 20% 80%,#5b1d2e 0,transparent 40%),radial-gradient(circle at 75% 30%,#1c3a4d 0,transparent 45%),linear-gradient(#0c0a12,#1a1420)',
  plain: 'linear-gradient(#7a7f88,#7a7f88)',
} as const

/**
 * Puts a ground below an overlay by a style element, as OBS inserts Custom CSS
 * (https://github.com/obsproject/obs-browser/blob/master/browser-client.cpp, `OnLoadEnd`).
 */
export async function setGround(page: Page | Frame, ground: keyof typeof grounds): Promise<void> {
  await page.evaluate((background) => {
    const id = 'ground'
    const style = document.querySelector(`#${id}`) ?? document.createElement('style')
    style.id = id
    style.textContent = `html { background: ${background} }`
    document.head.append(style)
  }, grounds[ground])
}

/** Waits until everything on an overlay stands still, and returns its picture. */
export async function takePicture(page: Page): Promise<Buffer> {
  await page.waitForFunction(() => document.querySelector('.alert') !== null, undefined, { polling: 100 })
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(
    () => document.getAnimations().every(({ effect }) => effect?.getTiming().iterations === Infinity),
    undefined,
    { polling: 100 },
  )
  return page.screenshot({ clip: { x: 0, y: 0, ...stream } })
}

/** Returns the share of pixels that clearly differ between two pictures of the same size. */
export async function differenceOf(a: Buffer, b: Buffer): Promise<number> {
  const [left, right] = await Promise.all(
    [a, b].map((picture) => sharp(picture).removeAlpha().raw().toBuffer()),
  )
  if (!left || !right || left.length !== right.length) return 1
  let different = 0
  for (let i = 0; i < left.length; i += 3) {
    const distance = [0, 1, 2].reduce((sum, n) => sum + Math.abs(left[i + n]! - right[i + n]!), 0)
    if (distance > 48) different++
  }
  return different / (left.length / 3)
}
