/**
 * The data of a page that the server has rendered. The document contains it as JSON, and the browser renders the same page from it
 * before it asks the server for anything. A script element of another type than JavaScript is data and not run, so the content
 * security policy allows it (https://html.spec.whatwg.org/multipage/scripting.html#data-block).
 */
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isRenderedDocument, readPageData } from './pages/rendered-document.ts'

const minuteMs = 60_000

let renderedAt = 0

/** When a response was received that only covers what the page shows first, so that the browser asks for the whole one. */
export const longAgo = 1

/** Fixes the time of the page that is rendered next, in whole minutes. */
export function beginRendering(): void {
  renderedAt = thisMinute()
}

/** Returns the responses in a cache, and the page's time, as JSON. */
export function packPage(client: QueryClient): string {
  const responses = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data, state.dataUpdatedAt > longAgo])
  return JSON.stringify({ renderedAt, responses })
}

interface PageData {
  renderedAt: number
  responses: [key: unknown[], data: unknown, isWhole: boolean][]
}

let isUnpacked = false

/** Fills a cache with the document's responses, once. They are of this moment: the live connection sends what changes later. */
export function unpackPage(client: QueryClient): void {
  const written = isUnpacked ? undefined : readPageData()
  isUnpacked = true
  if (written === undefined) return
  const page = JSON.parse(written) as PageData
  renderedAt = page.renderedAt
  for (const [key, data, isWhole] of page.responses)
    client.setQueryData(key, data, isWhole ? {} : { updatedAt: longAgo })
}

/**
 * Returns whether this render has to give the server's HTML: on the server, and in the browser until the component is hydrated.
 * Whatever only the browser knows has to wait until it returns false.
 */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(neverChanges, () => false, isRenderedDocument)
}

/** Returns the time in whole minutes; while the page is hydrated, the time when the server rendered it. */
export function useMinute(): number {
  return useSyncExternalStore(neverChanges, thisMinute, () => renderedAt || thisMinute())
}

function thisMinute(): number {
  return Math.floor(Date.now() / minuteMs) * minuteMs
}

function neverChanges(): () => void {
  return () => undefined
}
