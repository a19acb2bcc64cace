/** Tells whether the server has rendered this document's page. Small, because every page loads it. */

/** The id of the element with the data of a rendered page. */
export const pageDataId = 'page-data'

/** Returns the page's data as JSON; undefined if the server has not rendered the page. */
export function readPageData(): string | undefined {
  return document.getElementById(pageDataId)?.textContent ?? undefined
}

/** Returns whether the server has rendered this page, or is rendering it. */
export function isRenderedDocument(): boolean {
  return typeof document === 'undefined' || document.getElementById(pageDataId) !== null
}
