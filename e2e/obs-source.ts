/** A browser source of OBS in an ordinary Chromium: it never logs in, and while it is hidden it draws no frame. */
import type { BrowserContext, Page } from 'playwright-core'

interface SourceWindow {
  /** The `seq` of each alert that has appeared, in order. */
  appeared: number[]
  /** How often a sound was played. */
  plays: number
  show: () => void
}

export interface Source {
  page: Page
  appeared(): Promise<number[]>
  plays(): Promise<number>
  /** Draws frames from now on. OBS of before 26 sends no event then (https://github.com/obsproject/obs-browser/issues/216). */
  show(): Promise<void>
  /** Sends an event as OBS does. */
  send(event: string, detail: object): Promise<void>
}

/** Opens a source; a hidden one gets no frames, while its timers and sockets run (https://github.com/obsproject/obs-browser/issues/307). */
export async function openSource(
  context: BrowserContext,
  address: string,
  { isHidden = false } = {},
): Promise<Source> {
  const page = await context.newPage()
  await page.addInitScript(playSource, isHidden)
  await page.goto(address)
  // The page has its cursor, so it misses no alert from here on.
  await page.waitForFunction(() => localStorage.length > 0, undefined, { polling: 100 })
  const read = <K extends keyof SourceWindow>(name: K) =>
    page.evaluate((key) => (window as unknown as SourceWindow)[key as 'plays'], name) as Promise<unknown>
  return {
    page,
    appeared: () => read('appeared') as Promise<number[]>,
    plays: () => read('plays') as Promise<number>,
    show: () => page.evaluate(() => (window as unknown as SourceWindow).show()),
    send: (event, detail) =>
      page.evaluate(([name, values]) => void dispatchEvent(new CustomEvent(name, { detail: values })), [
        event,
        detail,
      ] as const),
  }
}

/** Runs in the page, before its own scripts. */
function playSource(isHidden: boolean): void {
  const source: SourceWindow = { appeared: [], plays: 0, show }
  Object.assign(window, source, { obsstudio: { pluginVersion: '2.24.4' } })
  const own = window as unknown as SourceWindow
  HTMLMediaElement.prototype.play = async () => void (own.plays += 1)

  let frames: FrameRequestCallback[] | undefined = isHidden ? [] : undefined
  const request = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (callback) => (frames ? frames.push(callback) : request(callback))
  function show(): void {
    const waiting = frames ?? []
    frames = undefined
    for (const callback of waiting) request(callback)
  }

  const note = (node: Node) =>
    node instanceof HTMLElement && node.matches('.alert') && own.appeared.push(Number(node.dataset['seq']))
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) note(node)
  }).observe(document, { childList: true, subtree: true })
}
