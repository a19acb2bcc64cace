/** The alert page as the editor's preview, without the editor around it. */
import type { Browser, Page } from 'playwright-core'
import type { PreviewReport, ShowInPreview } from '../contract/alerts/alert-preview.ts'
import { measureAlert } from './alert-boxes.ts'
import type { Measured } from './alert-boxes.ts'

interface PreviewOptions {
  viewport: { width: number; height: number }
  reducedMotion: 'reduce' | 'no-preference'
}

/** Opens the alert page as a preview, which shows what the page around it sends: here the page itself. */
export async function openPreview(
  { browser, url }: { browser: Browser; url: string },
  options: PreviewOptions,
): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.addInitScript(() =>
    addEventListener('message', ({ data }: MessageEvent<ShowInPreview | PreviewReport>) => {
      if (data.type === 'ready') document.documentElement.dataset['ready'] = ''
    }),
  )
  await page.goto(`${url}/streamalerts?editor`)
  // Playwright's own waiting for elements needs a later Chromium than OBS has.
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset, undefined, { polling: 20 })
  return page
}

/** Shows an alert and resolves once it has the theme's style sheet and its fonts. */
export async function showInPage(page: Page, message: ShowInPreview): Promise<void> {
  await page.evaluate((sent) => {
    document.querySelector('.alert')?.remove()
    postMessage(sent, location.origin)
  }, message)
  await page.waitForFunction(
    (alert) => document.querySelector(alert) && document.fonts.status === 'loaded',
    message.isPlaying ? '.alert' : '.alert.still',
    { polling: 20 },
  )
}

/** Shows an alert, and measures it. */
export async function measureInPage(page: Page, message: ShowInPreview): Promise<Measured> {
  await showInPage(page, message)
  return measureAlert(page)
}
