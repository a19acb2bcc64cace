/** Gives an element the colours and the font of a look, as variables of the style sheets. */
import type { AlertLook } from '../../contract/alerts/alert-style.ts'

const fonts: Record<AlertLook['font'], string> = {
  bricolage: "'Bricolage Grotesque Variable', var(--fallback)",
  figtree: "'Figtree Variable', var(--fallback)",
}

export function setLook(element: HTMLElement, { colors, font }: Pick<AlertLook, 'colors' | 'font'>): void {
  for (const [name, color] of Object.entries(colors)) element.style.setProperty(`--${name}`, color)
  element.style.setProperty('--bar-top', colors.accent)
  element.style.setProperty('--display', fonts[font])
}
