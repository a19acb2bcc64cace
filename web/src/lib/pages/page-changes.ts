/**
 * What a browser does when it opens a document, for the pages that the router opens inside one: a page starts at its top, has the
 * focus, and screen readers say its title. Going back restores the scroll position. React Router does this only for data routers
 * (https://reactrouter.com/api/components/ScrollRestoration), and moves no focus. What no first page needs is in `show-page.ts`.
 */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { Opening } from './show-page.ts'
import { whenIdle } from '../when-idle.ts'

/** The router state of a link that acts as a tab: the page below it changes, and the focus and the scroll position stay. */
export const tabLink = { isTab: true }

/** The scroll position of each history entry. */
const positions = new Map<string, number>()

const loadShowing = () => import('./show-page.ts')

/** Handles each change of the page; a change of the query alone does not count. Called once, for the whole site. */
export function usePageChanges(): void {
  const { key, pathname, hash, state } = useLocation()
  const type = useNavigationType()
  const last = useRef<string>(undefined)
  useTitleAnnouncer(pathname)

  useEffect(() => {
    const note = () => void positions.set(key, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [key])
  useEffect(() => whenIdle(() => void loadShowing().catch(() => {})), []) // if this fails, it is loaded again when it is needed

  useEffect(() => {
    const [isFirst, isOther] = [last.current === undefined, last.current !== pathname]
    last.current = pathname
    const opening = openingOf()
    if (!opening) return undefined
    const top = positions.get(key) ?? 0 // read now, because a page that is still short may scroll meanwhile
    if (opening === 'page') window.scrollTo(0, 0)
    const showing = loadShowing()
      .then(({ showPage }) => showPage(opening, hash.slice(1), top))
      .catch(console.error)
    return () => void showing.then((stop) => stop?.())

    function openingOf(): Opening | undefined {
      if (type === 'POP' && !isFirst) return isOther ? 'back' : undefined
      if (hash) return isOther ? 'new section' : 'section'
      // A redirect while the first page loads is part of its loading.
      if (isFirst || !isOther || (type === 'REPLACE' && navigator.userActivation?.hasBeenActive === false))
        return undefined
      return isTabLink(state) ? 'tab' : 'page'
    }
  }, [key, pathname, hash, state, type])
}

function isTabLink(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isTab' in state
}

/** Makes screen readers say the title of each page that is opened, as soon as it is set. */
function useTitleAnnouncer(pathname: string): void {
  const announced = useRef(pathname)
  const current = useRef(pathname)
  useEffect(() => {
    current.current = pathname
  })
  useEffect(() => {
    const region = document.createElement('div')
    region.ariaLive = 'polite'
    region.className = 'sr-only'
    const text = region.attachShadow({ mode: 'closed' }) // closed, because the title is not text of the page
    document.body.append(region)
    const observer = new MutationObserver(() => {
      if (announced.current === current.current) return
      announced.current = current.current
      text.textContent = document.title
    })
    observer.observe(document.head, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      region.remove()
    }
  }, [])
}
