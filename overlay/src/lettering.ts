/** Gives the texts of an alert the sizes and outlines that its look says. `text-motion.ts` moves them. */
import type { Lettering, TextPart, TextSetting } from '../../contract/alerts/lettering.ts'

/** Sets the texts of an alert that is not fitted yet: `fit-alert.ts` multiplies by `--size`, the style sheets read the rest. */
export function setLettering(article: HTMLElement, lettering: Lettering | undefined): void {
  for (const [text, { size, outline }] of textsOf(article, lettering)) {
    if (size !== undefined) text.style.setProperty('--size', String(size / 100))
    if (!outline) continue
    text.dataset['outline'] = ''
    text.style.setProperty('--outline', `${outline.width / 100}em`)
    text.style.setProperty('--ground', outline.color)
  }
}

/** Returns the texts of an alert that its look sets, each with its setting. */
export function textsOf(
  article: HTMLElement,
  lettering: Lettering = {},
): (readonly [text: HTMLElement, setting: TextSetting])[] {
  return (Object.keys(lettering) as TextPart[]).flatMap((part) => {
    const text = article.querySelector<HTMLElement>(`.${part}`)
    return text ? [[text, lettering[part]!] as const] : []
  })
}
