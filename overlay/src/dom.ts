/** The page's templates, and sentences put into elements. Text is only ever text. */

/** The first element that matches; the page's own markup promises it. */
export function find(within: ParentNode, selector: string): HTMLElement {
  return within.querySelector<HTMLElement>(selector)!
}

/** A copy of what a template holds. */
export function cloneTemplate(id: string): HTMLElement {
  const template = find(document, `#${id}`) as HTMLTemplateElement
  return template.content.firstElementChild!.cloneNode(true) as HTMLElement
}

/** Writes a sentence; each value stands in a `bdi` that names its slot, where its direction of writing stays its own. */
export function write(element: HTMLElement, sentence: string, values: Record<string, string>): void {
  const nodes = sentence.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? drawSlot(part, values[part]!) : part))
  element.append(...nodes)
}

function drawSlot(slot: string, text: string): HTMLElement {
  const bdi = document.createElement('bdi')
  bdi.dataset['slot'] = slot
  bdi.textContent = text
  return bdi
}

/** Lets the style sheet move an element from one place to another. */
export function move(element: HTMLElement, from: string, to: string): void {
  element.style.cssText = `--from:${from};--to:${to}`
}

/** Says to whoever set the page up that its address is wrong, in the language of that browser, or takes it back. */
export function showWrongAddress(isWrong: boolean): void {
  const problem = find(document, '#problem')
  for (const [lang, text] of Object.entries(problem.dataset)) {
    if (!navigator.language.startsWith(lang)) continue
    problem.lang = lang
    problem.textContent = text!
  }
  problem.hidden = !isWrong
}

/** Resolves after so many milliseconds. */
export function wait(milliseconds: number): Promise<void> {
  return new Promise((waited) => setTimeout(waited, milliseconds))
}

/** Resolves with the next frame. A page that nobody sees has none, so that what waits for it waits for an eye. */
export function nextFrame(): Promise<number> {
  return new Promise(requestAnimationFrame)
}
