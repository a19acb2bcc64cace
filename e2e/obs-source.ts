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
  hide: () => void
  passTime: (ms: number) => void
  awaitsFrame: () => boolean
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
  /** Lets the page draw no frames from now on, and sends no event, as `show`. */
  hide(): Promise<void>
  /**
   * Cuts the next alerts short, so many: 0.6 seconds after each has appeared the page does this, by a timer of its own, so that it never
   * draws two seconds of the alert, however slow the computer is.
   */
  cutNext(how: Cut, times?: number): Promise<void>
  /** How often the page has been loaded. */
  loads(): Promise<number>
  /** Moves the page's clock forward by this many milliseconds. */
  passTime(ms: number): Promise<void>
  /** Returns whether the page waits for a frame, which it gets once it is shown. */
  awaitsFrame(): Promise<boolean>
  /** Counts the frames that the browser begins for the page in half a second. */
  countFrames(): Promise<number>
  /** Dispatches an event in the page, as OBS does. */
  send(event: string, detail: object): Promise<void>
}

/** What cuts an alert short: the page is loaded anew, draws no more frames, or is gone. */
export type Cut = 'reload' | 'hide' | 'leave'

export interface SourceOptions {
  isHidden?: boolean
  /** How long each alert stays on screen, in milliseconds; by default as long as the page decides. */
  displayMs?: number | typeof untilEnded
}

/** As `displayMs`: each alert stays on screen until `endAlert`, however long the test needs to look at it. */
export const untilEnded = 'until ended'

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
  if (displayMs === untilEnded) await page.addInitScript(holdAlerts)
  else if (displayMs !== undefined) await page.addInitScript(hurry, displayMs)
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
    hide: () => page.evaluate(() => (window as unknown as SourceWindow).hide()),
    cutNext: (how, times = 1) =>
      page.evaluate((cuts) => void (sessionStorage['cuts'] = cuts), JSON.stringify({ how, times })),
    loads: () => page.evaluate(() => Number(sessionStorage['loads'])),
    passTime: (ms) => page.evaluate((by) => (window as unknown as SourceWindow).passTime(by), ms),
    awaitsFrame: () => page.evaluate(() => (window as unknown as SourceWindow).awaitsFrame()),
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
  const source: SourceWindow = { appeared: [], texts: [], plays: 0, show, hide, passTime, awaitsFrame }
  Object.assign(window, source, { obsstudio: { pluginVersion: '2.24.4' } })
  const own = window as unknown as SourceWindow
  HTMLMediaElement.prototype.play = async () => void (own.plays += 1)

  sessionStorage['loads'] = Number(sessionStorage['loads'] ?? 0) + 1

  let frames: FrameRequestCallback[] | undefined = isHidden ? [] : undefined
  const request = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (callback) => (frames ? frames.push(callback) : request(callback))
  function hide(): void {
    frames ??= []
  }
  function show(): void {
    const waiting = frames ?? []
    frames = undefined
    for (const callback of waiting) request(callback)
  }

  function awaitsFrame(): boolean {
    return frames !== undefined && frames.length > 0
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
    cut()
  }

  /** Cuts the alert that has just appeared short, if that is wanted. Before the page hurries, so that the time is that of the clock. */
  function cut(): void {
    const { how, times } = JSON.parse(sessionStorage['cuts'] ?? '{"times":0}') as { how?: Cut; times: number }
    if (times === 0) return
    sessionStorage['cuts'] = JSON.stringify({ how, times: times - 1 })
    const leave = () => location.replace('about:blank')
    setTimeout({ reload: () => location.reload(), hide, leave }[how!], 600)
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) note(node)
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page before its own scripts: an alert stays on screen until `endAlert`. */
export function holdAlerts(): void {
  const held: (() => void)[] = []
  const start = window.setTimeout.bind(window)
  window.setTimeout = ((handler: () => void, ms = 0) => {
    if (ms !== 6_000) return start(handler, ms)
    held.push(handler)
    return 0
  }) as typeof setTimeout
  Object.assign(window, { endAlert: () => held.splice(0).forEach((end) => end()) })
}

/** Ends the alert on the screen of a page that runs `holdAlerts`. */
export async function endAlert(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { endAlert: () => void }).endAlert())
}

/** Runs in the page before its own scripts: shortens the time that alerts stay on screen, and skips their fade-out. */
function hurry(displayMs: number): void {
  const celebratedMs = [9_000, 6_500, 5_000]
  const delays = new Map([6_000, 3_500, 2_000, ...celebratedMs].map((ms) => [ms, displayMs])).set(350, 0)
  const start = window.setTimeout.bind(window)
  window.setTimeout = ((handler: () => void, ms = 0) =>
    start(handler, delays.get(ms) ?? ms)) as typeof setTimeout
}
