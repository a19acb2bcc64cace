/** Where the focus and the scroll position go when a page has opened. */
import { prefersReducedMotion } from '../media-query.ts'

/** How a page was opened: by a link to it, by one that acts as a tab, by one to a section (of another page), or by Back or Forward. */
export type Opening = 'page' | 'tab' | 'section' | 'new section' | 'back'

type Stop = (() => void) | undefined

/**
 * Moves the focus, and to `section` or the position `top` also the page. Returns how to stop waiting for what is not loaded yet;
 * undefined if nothing is waited for.
 */
export function showPage(opening: Opening, section: string, top: number): Stop {
  switch (opening) {
    case 'page':
      return focusHeading()
    case 'tab':
      return keepPlace()
    case 'section':
    case 'new section':
      return showSection(section, opening === 'section' && !prefersReducedMotion())
    case 'back':
      return restorePage(top)
  }
}

/** Focuses a page's heading; until it has one, its content. A page that has focused a field keeps that. */
function focusHeading(): Stop {
  if (document.activeElement?.matches(ownFocus)) return undefined
  focus(document.getElementById('content'))
  return focusOnceThere('#content h1')
}

const ownFocus = '#content :is(input, textarea, select, [tabindex="-1"]), [role=dialog] *'

/** Keeps the scroll position. If the page below has replaced the tabs as well, the current one has the focus. */
function keepPlace(): Stop {
  return document.activeElement === document.body
    ? focusOnceThere('[data-tabs] [aria-current=page]')
    : undefined
}

function focusOnceThere(selector: string): Stop {
  const before = document.activeElement
  return onceThere(selector, (element) => {
    if (document.activeElement === before) focus(element)
  })
}

/** Scrolls to a section and moves the focus there, also if the section is not loaded yet. */
function showSection(id: string, isSmooth: boolean): Stop {
  return onceThere(`[id="${CSS.escape(id)}"]`, (element) => {
    element.scrollIntoView({ behavior: isSmooth ? 'smooth' : 'auto' })
    focus(element)
  })
}

/** Restores a page's scroll position once the page is long enough, unless the visitor scrolls first. */
function restorePage(top: number): Stop {
  if (document.activeElement === document.body) focus(document.getElementById('content'))
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top)
    if (window.scrollY + 1 >= top) stop()
  })
  const stop = () => {
    observer.disconnect()
    for (const event of ownScrolling) window.removeEventListener(event, stop)
  }
  for (const event of ownScrolling) window.addEventListener(event, stop)
  observer.observe(document.body) // an observer reports once at first
  return stop
}

const ownScrolling = ['wheel', 'touchmove', 'keydown', 'pointerdown']

function onceThere(selector: string, act: (element: HTMLElement) => void): Stop {
  const isThere = () => {
    const element = document.querySelector<HTMLElement>(selector)
    if (element) act(element)
    return element !== null
  }
  if (isThere()) return undefined
  const observer = new MutationObserver(() => isThere() && observer.disconnect())
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** Focuses an element that is not a control, without a ring around it, because nothing can be done with it. */
function focus(element: HTMLElement | null): void {
  if (!element) return
  if (element.tabIndex < 0) {
    element.tabIndex = -1
    element.style.outline = 'none'
  }
  element.focus({ preventScroll: true })
}
