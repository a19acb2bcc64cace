/** The page's templates, and text in elements. Text is never parsed as markup. */

/** The first element that matches. The page's markup contains it. */
export function find(within: ParentNode, selector: string): HTMLElement {
  return within.querySelector<HTMLElement>(selector)!
}

/** A copy of a template's element. */
export function cloneTemplate(id: string): HTMLElement {
  const template = find(document, `#${id}`) as HTMLTemplateElement
  return template.content.firstElementChild!.cloneNode(true) as HTMLElement
}

/** Appends a sentence. Each value is in a `bdi` that names its slot, so that its text direction does not affect the rest. */
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

/** Sets the start and end of an element's animation in the style sheet. */
export function setMotion(element: HTMLElement, from: string, to: string): void {
  element.style.cssText = `--from:${from};--to:${to}`
}

/** Shows or hides that the page's address is wrong, in the browser's language: only the streamer who sets it up sees it. */
export function toggleWrongAddress(isWrong: boolean): void {
  const problem = find(document, '#problem')
  for (const [lang, text] of Object.entries(problem.dataset)) {
    if (!navigator.language.startsWith(lang)) continue
    problem.lang = lang
    problem.textContent = text!
  }
  problem.hidden = !isWrong
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Resolves at the next frame. A hidden page has no frames, so this waits until the page is visible. */
export function nextFrame(): Promise<number> {
  return new Promise(requestAnimationFrame)
}
