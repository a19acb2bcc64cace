/** A theme: how alerts are drawn. Each is a chunk of its own that a page loads when a creator uses it. */
import type { ProgressChange } from '../goal-progress.ts'

/** What the drawing of an alert shows. */
export interface Drawing {
  /** How far the tip moved its goal; undefined without a goal. */
  progress: ProgressChange | undefined
}

/** What celebrates a funded goal over the whole picture. */
export interface Celebration {
  /**
   * The style sheet of its pieces, in the page only as long as they are. What they are without animations is what those see who want no
   * motion; with them everything has left the picture after three seconds.
   */
  css: string
  draw(): Element[]
}

export interface Theme {
  /** The theme's style sheet. It is in the page only while an alert of the theme is. */
  css: string
  /** Returns the drawing, which the figure lies over. */
  draw(drawing: Drawing): Element
  celebration: Celebration
}

/** Returns the element of one of our own drawings. */
export function parseSvg(markup: string): SVGElement {
  const { documentElement } = new DOMParser().parseFromString(markup, 'image/svg+xml')
  return document.importNode(documentElement as unknown as SVGElement, true)
}

/** Returns an element for a piece of a celebration that style sheets draw alone. */
export function createPiece(className: string): HTMLElement {
  const piece = document.createElement('i')
  piece.className = className
  return piece
}

/**
 * Returns so many pieces of a celebration. Style sheets place them by the number of each, `--i`, and by `--x` and `--y`, which are from 0 to
 * 1, evenly spread, and the same each time.
 */
export function spread(count: number, create: () => HTMLElement | SVGElement): Element[] {
  return Array.from({ length: count }, (_, i) => {
    const piece = create()
    // The fractions of the multiples of irrational numbers are evenly spread.
    const values = { '--i': i, '--x': (0.5 + i * 0.618) % 1, '--y': (0.5 + i * 0.7549) % 1 }
    for (const [name, value] of Object.entries(values)) piece.style.setProperty(name, value.toFixed(3))
    return piece
  })
}
