/**
 * The widget of a donothon timer: its clock, and the time that tips add, which floats up. It shows the right second at once after it
 * was hidden, asleep or reloaded, because it computes the rest from the timer's end.
 */
import { formatLeft } from '../../../contract/timer/time-left.ts'
import type { LiveTimer } from '../../../contract/sockets.ts'
import { cleanText } from '../clean-text.ts'
import { createServerClock } from '../clock.ts'
import { changeOf, chooseTimer, formatChange, leftOf, newNames, untilNextSecond } from '../timer-time.ts'
import type { ShowWidget } from '../widget.ts'

const correctionMs = 60_000
/** How long added time is on screen. It is removed by a timer, because hidden pages in OBS run no animations. */
const floatMs = 4_000
/** The most names that float up with one change. */
const maxNames = 3

export const show: ShowWidget = (container, open, params) => {
  const timerId = params.get('timer')
  const clock = createServerClock()
  const [name, time, floats] = ['timer-name', 'timer-time', 'timer-floats'].map(createPart)
  let shown: LiveTimer | undefined
  let next: number | undefined

  function draw(): void {
    clearTimeout(next)
    const now = clock.now()
    if (!shown || now === undefined) return container.replaceChildren()
    const leftMs = leftOf(shown, now)
    time!.textContent = formatLeft(leftMs)
    const isOver = shown.status === 'running' && leftMs === 0
    container.dataset['status'] = isOver ? 'ended' : shown.status
    container.classList.toggle('happy-hour', shown.isHappyHour && !isOver)
    if (!container.hasChildNodes()) container.append(name!, time!, floats!)
    if (shown.status === 'running' && leftMs > 0) next = window.setTimeout(draw, untilNextSecond(leftMs))
  }

  function handleTimers(timers: LiveTimer[], nowMs: number): void {
    clock.correct(nowMs)
    const timer = chooseTimer(timers, timerId)
    // Messages of two servers can arrive in another order: an older state must not replace a newer one.
    if (timer && shown?.timerId === timer.timerId && timer.version < shown.version) return
    if (timer && shown?.timerId === timer.timerId) floatUp(shown, timer, nowMs)
    shown = timer
    name!.textContent = timer ? cleanText(timer.name, 40) : ''
    draw()
  }

  function floatUp(before: LiveTimer, after: LiveTimer, nowMs: number): void {
    const changeMs = changeOf(before, after, nowMs)
    if (changeMs === 0) return
    const names = newNames(before, after).slice(0, maxNames)
    const float = createPart('timer-float')
    float.textContent = formatChange(changeMs)
    for (const each of names) {
      const bdi = document.createElement('bdi')
      bdi.textContent = cleanText(each, 50)
      float.append(' ', bdi)
    }
    floats!.append(float)
    setTimeout(() => float.remove(), floatMs)
  }

  const feed = open('timers')
  function correct(): void {
    const sentMs = performance.now()
    feed.askTime((nowMs) => {
      clock.correct(nowMs, performance.now() - sentMs)
      draw()
    })
  }
  feed.on('timers', handleTimers)
  feed.on('connect', correct)
  const correcting = setInterval(() => {
    if (container.isConnected) correct()
    else clearInterval(correcting)
  }, correctionMs)
  document.addEventListener('visibilitychange', () => {
    draw()
    correct()
  })
}

function createPart(className: string): HTMLElement {
  const part = document.createElement('div')
  part.className = className
  return part
}
