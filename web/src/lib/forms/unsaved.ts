/**
 * Asks before unsaved work is lost: by a link of the site, Back, closing a dialog, leaving the site, and the end of the session. React Router blocks
 * navigation only in data routers (https://reactrouter.com/api/hooks/useBlocker). After a call, the site goes on without a question.
 */
import { createContext, useContext, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useDiscardQuestion } from './discard-question.ts'
import { setEndGuard, setPopGuard } from '../navigation.ts'

/** What is unsaved, each with the part of the page around it. */
const unsaved = new Map<object, object | null>()

/** The part of the page around a form that closes as one: a dialog, or the panel of a tab. */
export const WorkScope = createContext<object | null>(null)

/** Guards unsaved work while the component is mounted. */
export function useUnsaved(isUnsaved: boolean): void {
  const scope = useContext(WorkScope)
  const { key } = useLocation()
  useEffect(() => {
    if (!isUnsaved) return undefined
    const work = {}
    unsaved.set(work, scope)
    guard()
    return () => {
      unsaved.delete(work)
      stopIfSaved()
    }
  }, [isUnsaved, scope, key])
}

/** Returns whether a part of the page has unsaved work in it. */
export function hasUnsaved(scope: object): boolean {
  return [...unsaved.values()].includes(scope)
}

/** Resolves to whether unsaved work may be lost, all of it or that of one part: at once if there is none, else to the answer. */
export async function mayDiscard(scope?: object): Promise<boolean> {
  return ask(scope)
}

async function ask(scope?: object, isLoggedOut = false): Promise<boolean> {
  const isAffected = (around: object | null) => scope === undefined || around === scope
  if (![...unsaved.values()].some(isAffected)) return true
  if (useDiscardQuestion.getState().finish) return false // the question is shown already
  const answer = await new Promise<boolean>((finish) => useDiscardQuestion.setState({ finish, isLoggedOut }))
  useDiscardQuestion.setState({}, true)
  if (!answer) return false
  for (const [work, around] of unsaved) if (isAffected(around)) unsaved.delete(work)
  stopIfSaved()
  return true
}

/** While work is guarded: how to stop, and the page with the position of its entry in the history. */
let guarded: { stop: AbortController; path: string; index: number | undefined } | undefined

function guard(): void {
  const path = window.location.pathname
  if (guarded) return void Object.assign(guarded, { path, index: historyIndex() })
  const stop = new AbortController()
  const { signal } = stop
  guarded = { stop, path, index: historyIndex() }
  window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
  document.addEventListener('click', handleClick, { signal, capture: true }) // before React Router's links
  setPopGuard(handlePop)
  setEndGuard((end) => void ask(undefined, true).then((may) => may && end()))
}

function stopIfSaved(): void {
  if (unsaved.size > 0) return
  guarded?.stop.abort()
  setPopGuard(undefined)
  setEndGuard(undefined)
  guarded = undefined
}

/** React Router numbers the entries of the history in their state. */
function historyIndex(): number | undefined {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : undefined
}

function handleClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || !opensHere(link, event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  void mayDiscard().then((may) => may && link.click())
}

/** Returns whether a click replaces this page by another one of the site. For other sites, the browser itself asks. */
function opensHere(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false
  if (link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')) return false
  return link.origin === window.location.origin && link.pathname !== window.location.pathname
}

/** Undoes Back and Forward, which cannot be cancelled, and repeats them after the answer. */
function handlePop(event: PopStateEvent): void {
  if (!guarded) return
  const [from, to] = [guarded.index, historyIndex()]
  if (window.location.pathname === guarded.path && from !== to) return // still the page with the work
  event.stopImmediatePropagation()
  if (from === to) return // the undoing itself
  const steps = (to ?? 0) - (from ?? 1)
  window.history.go(-steps)
  void mayDiscard().then((may) => may && window.history.go(steps))
}
