/** Fills the page's templates and writes text into elements. Text is never parsed as HTML. */

/** Returns the first matching element, which the page's HTML must contain. */
export function find(within: ParentNode, selector: string): HTMLElement {
  return within.querySelector<HTMLElement>(selector)!
}

/** Returns a copy of a template's element. */
export function cloneTemplate(id: string): HTMLElement {
  const template = find(document, `#${id}`) as HTMLTemplateElement
  return template.content.firstElementChild!.cloneNode(true) as HTMLElement
}

/**
 * Appends a sentence with its values. Each value is in a `bdi` element with the name of its placeholder, so that its text
 * direction does not affect the rest.
 */
export function writeSentence(element: HTMLElement, sentence: string, values: Record<string, string>): void {
  const nodes = sentence.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? createSlot(part, values[part]!) : part))
  element.append(...nodes)
}

function createSlot(slot: string, text: string): HTMLElement {
  const bdi = document.createElement('bdi')
  bdi.dataset['slot'] = slot
  bdi.textContent = text
  return bdi
}

/** Sets the start and end values of an element's animation, which is in the style sheet. */
export function setMotion(element: HTMLElement | SVGElement, from: string, to: string): void {
  element.style.cssText = `--from:${from};--to:${to}`
}

/**
 * Notes on the page whether its address is wrong. On the stream nothing shows it; the page in a tab of the creator's browser, which the
 * server makes (`server/pages/alert-preview.ts`), has a text about it.
 */
export function toggleWrongAddress(isWrong: boolean): void {
  document.body.toggleAttribute('data-wrong', isWrong)
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Resolves at the next frame. A hidden page has no frames, so this resolves only once the page is visible. */
export function nextFrame(): Promise<number> {
  return new Promise(requestAnimationFrame)
}
