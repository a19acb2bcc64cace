/** A browser source of OBS in an ordinary Chromium: it never logs in, and while it is hidden it draws no frame. */
import type { BrowserContext, Page } from 'playwright-core'
import { noteErrors } from './visitors.ts'

interface SourceWindow {
  /** The `seq` of each alert that has appeared, in order. */
  appeared: number[]
  /** How often a sound was played. */
  plays: number
  show: () => void
  /** Sets the page's clock forward by so many milliseconds. */
  passTime: (ms: number) => void
}

export interface Source {
  page: Page
  appeared(): Promise<number[]>
  /** The `seq` of each alert that the server has sent, in order. */
  received(): number[]
  /** What the page has written to the console as errors. */
  errors(): string[]
  plays(): Promise<number>
  /** Draws frames from now on. OBS of before 26 sends no event then (https://github.com/obsproject/obs-browser/issues/216). */
  show(): Promise<void>
  /** Sets the page's clock forward by so many milliseconds. */
  passTime(ms: number): Promise<void>
  /** How many frames the browser begins for the page within half a second. */
  countFrames(): Promise<number>
  /** Sends an event as OBS does. */
  send(event: string, detail: object): Promise<void>
}

export interface SourceOptions {
  isHidden?: boolean
  /** How long each alert stays on screen, in milliseconds, instead of seconds. */
  displayMs?: number
}

/** Opens a source; a hidden one gets no frames, while its timers and sockets run (https://github.com/obsproject/obs-browser/issues/307). */
export async function openSource(
  context: BrowserContext,
  address: string,
  { isHidden = false, displayMs }: SourceOptions = {},
): Promise<Source> {
  const page = await context.newPage()
  await page.addInitScript(playSource, isHidden)
  if (displayMs !== undefined) await page.addInitScript(hurry, displayMs)
  const [received, errors] = [noteReceived(page), noteErrors(page)]
  await page.goto(address)
  // The page has its cursor, so it misses no alert from here on.
  await page.waitForFunction(() => localStorage.length > 0, undefined, { polling: 100 })
  const read = <K extends keyof SourceWindow>(name: K) =>
    page.evaluate((key) => (window as unknown as SourceWindow)[key as 'plays'], name) as Promise<unknown>
  return {
    page,
    appeared: () => read('appeared') as Promise<number[]>,
    received: () => received,
    errors: () => errors,
    plays: () => read('plays') as Promise<number>,
    show: () => page.evaluate(() => (window as unknown as SourceWindow).show()),
    passTime: (ms) => page.evaluate((by) => (window as unknown as SourceWindow).passTime(by), ms),
    countFrames: () => countFrames(page),
    send: (event, detail) =>
      page.evaluate(([name, values]) => void dispatchEvent(new CustomEvent(name, { detail: values })), [
        event,
        detail,
      ] as const),
  }
}

/** Reads the page's frames of Socket.IO (https://socket.io/docs/v4/socket-io-protocol/). */
function noteReceived(page: Page): number[] {
  const received: number[] = []
  const alert = /^42\/alerts,\["alert",(.*)\]$/
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const [, json] = alert.exec(payload.toString()) ?? []
      if (json) received.push((JSON.parse(json) as { seq: number }).seq)
    }),
  )
  return received
}

async function countFrames(page: Page): Promise<number> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline.frame'] })
  await new Promise((resolve) => setTimeout(resolve, 500))
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: { name: string }[] }
  return trace.traceEvents.filter(({ name }) => name === 'BeginFrame').length
}

/** Runs in the page, before its own scripts. */
function playSource(isHidden: boolean): void {
  const source: SourceWindow = { appeared: [], plays: 0, show, passTime }
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

  const readClock = Date.now
  let aheadMs = 0
  Date.now = () => readClock() + aheadMs
  function passTime(ms: number): void {
    aheadMs += ms
  }

  const note = (node: Node) =>
    node instanceof HTMLElement && node.matches('.alert') && own.appeared.push(Number(node.dataset['seq']))
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) note(node)
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page, before its own scripts: shortens the time of an alert on screen, and leaves out its fade-out. */
function hurry(displayMs: number): void {
  const delays = new Map([6_000, 3_500, 2_000].map((ms) => [ms, displayMs])).set(350, 0)
  const start = window.setTimeout.bind(window)
  window.setTimeout = ((handler: () => void, ms = 0) =>
    start(handler, delays.get(ms) ?? ms)) as typeof setTimeout
}
