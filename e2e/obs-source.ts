/** Imitates a browser source of OBS in an ordinary Chromium: the page never logs in, and draws no frames while it is hidden. */
import type { BrowserContext, Page } from 'playwright-core'
import { noteErrors } from './visitors.ts'

interface SourceWindow {
  /** The `seq` of each alert that has appeared, in order. */
  appeared: number[]
  /** The text of each alert that has appeared, in order. */
  texts: string[]
  /** How often a sound was played. */
  plays: number
  show: () => void
  passTime: (ms: number) => void
}

export interface Source {
  page: Page
  appeared(): Promise<number[]>
  /** The text of each alert that has appeared, in order. */
  texts(): Promise<string[]>
  /** The `seq` of each alert that the server has sent, in order. */
  received(): number[]
  /** The errors that the page has written to the console. */
  errors(): string[]
  plays(): Promise<number>
  /**
   * Lets the page draw frames from now on. Like OBS before version 26, sends no event
   * (https://github.com/obsproject/obs-browser/issues/216).
   */
  show(): Promise<void>
  /** Moves the page's clock forward by this many milliseconds. */
  passTime(ms: number): Promise<void>
  /** Counts the frames that the browser begins for the page in half a second. */
  countFrames(): Promise<number>
  /** Dispatches an event in the page, as OBS does. */
  send(event: string, detail: object): Promise<void>
}

export interface SourceOptions {
  isHidden?: boolean
  /** How long each alert stays on screen, in milliseconds; by default as long as the page decides. */
  displayMs?: number
}

/**
 * Opens a browser source. A hidden one draws no frames, although its timers and sockets run, as in OBS
 * (https://github.com/obsproject/obs-browser/issues/307).
 */
export async function openSource(
  context: BrowserContext,
  address: string,
  { isHidden = false, displayMs }: SourceOptions = {},
): Promise<Source> {
  const page = await context.newPage()
  await page.addInitScript(simulateSource, isHidden)
  if (displayMs !== undefined) await page.addInitScript(hurry, displayMs)
  const [received, errors] = [noteReceived(page), noteErrors(page)]
  await page.goto(address)
  // The page has stored its cursor, so it misses no alert from now on.
  await page.waitForFunction(() => localStorage.length > 0, undefined, { polling: 100 })
  const read = <K extends keyof SourceWindow>(name: K) =>
    page.evaluate((key) => (window as unknown as SourceWindow)[key as 'plays'], name) as Promise<unknown>
  return {
    page,
    appeared: () => read('appeared') as Promise<number[]>,
    texts: () => read('texts') as Promise<string[]>,
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

/** Collects the `seq` of each alert in the page's Socket.IO frames (https://socket.io/docs/v4/socket-io-protocol/). */
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

/**
 * Runs in the page before its own scripts: imitates OBS, records alerts and sounds, and holds back frames while the source is
 * hidden.
 */
function simulateSource(isHidden: boolean): void {
  const source: SourceWindow = { appeared: [], texts: [], plays: 0, show, passTime }
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

  function note(node: Node): void {
    if (!(node instanceof HTMLElement && node.matches('.alert'))) return
    own.appeared.push(Number(node.dataset['seq']))
    own.texts.push(node.innerText)
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) note(node)
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page before its own scripts: shortens the time that alerts stay on screen, and skips their fade-out. */
function hurry(displayMs: number): void {
  const delays = new Map([6_000, 3_500, 2_000].map((ms) => [ms, displayMs])).set(350, 0)
  const start = window.setTimeout.bind(window)
  window.setTimeout = ((handler: () => void, ms = 0) =>
    start(handler, delays.get(ms) ?? ms)) as typeof setTimeout
}
