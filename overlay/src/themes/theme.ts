/** A theme: how alerts are drawn. Each is a chunk of its own that a page loads when a creator uses it. */
import type { ProgressChange } from '../goal-progress.ts'

/** What the drawing of an alert shows. */
export interface Drawing {
  /** How far the tip moved its goal; undefined without a goal. */
  progress: ProgressChange | undefined
}

export interface Theme {
  /** The theme's style sheet. It is in the page only while an alert of the theme is. */
  css: string
  /** Returns the drawing, which the figure lies over. */
  draw(drawing: Drawing): Element
}

/** Returns the element of one of our own drawings. */
export function parseSvg(markup: string): SVGElement {
  const { documentElement } = new DOMParser().parseFromString(markup, 'image/svg+xml')
  return document.importNode(documentElement as unknown as SVGElement, true)
}
