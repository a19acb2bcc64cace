/** Fills in the forms of the site with what people type, paste and press, on the real pages. docs/forms.md says what becomes of it. */
import { expect, test } from 'vitest'
import type { WalkedForm } from './forms/form.ts'
import { kinds } from './forms/kinds.ts'
import { renderDocs, rowName, walked, walkedFields } from './forms/table.ts'
import {
  composeIn,
  fieldOf,
  fillGood,
  isChange,
  openWalker,
  reachForm,
  sendButton,
  tryKind,
} from './forms/walk-field.ts'
import type { Walker } from './forms/walk-field.ts'
import { setUpProduct } from './product-fixture.ts'

const product = setUpProduct({ reducedMotion: 'reduce', settings: { TRUST_PROXY: '1' } })

test('each kind of input is taken, or refused at the field, and docs/forms.md says which', async () => {
  const problems: string[] = []
  const found = new Map<string, string[]>()
  await walkAll(walked, async (walker, form) => {
    for (const field of walkedFields(form)) {
      const name = rowName(form, field)
      const ends: string[] = []
      for (const kind of kinds) {
        const outcome = await tryKind(walker, form, field, kind)
        ends.push(outcome.end)
        problems.push(...outcome.problems.map((text) => `${name}, ${kind.name}: ${text}`))
      }
      found.set(name, ends)
    }
  })
  expect(problems).toEqual([])
  const names = walked.flatMap((form) => walkedFields(form).map((field) => rowName(form, field)))
  const outcomes = new Map(names.map((name) => [name, found.get(name)!]))
  const docs = new URL('../docs/forms.md', import.meta.url).pathname
  await expect(renderDocs(outcomes)).toMatchFileSnapshot(docs)
})

test('Enter that ends the composition of an input method sends no form, and the text stays', async () => {
  const wrong: string[] = []
  await walkAll(walked, async (walker, form) => {
    const { page, changes } = walker
    await reachForm(walker, form)
    changes.length = 0
    const address = page.url()
    for (const field of walkedFields(form).filter(({ sort }) => sort === 'name' || sort === 'text')) {
      const box = fieldOf(walker, form, field)
      await box.fill('')
      await composeIn(page, box)
      const held = await box.inputValue()
      if (held !== '日本' || changes.length > 0 || page.url() !== address)
        wrong.push(`${rowName(form, field)}: “${held}”, ${changes.length} requests, ${page.url()}`)
    }
  })
  expect(wrong).toEqual([])
})

test('a double click on a slow line sends a form once', async () => {
  const wrong: string[] = []
  const sent = walked.filter(({ send }) => send !== null)
  await walkAll(sent, async (walker, form) => {
    const { page, changes } = walker
    await reachForm(walker, form)
    const box = fieldOf(walker, form, walkedFields(form)[0]!)
    await box.waitFor()
    await fillGood(walker, form)
    let release = () => {}
    const clicked = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/**', (route) => clicked.then(() => route.continue()))
    changes.length = 0
    const answered = page.waitForResponse((response) => isChange(walker, response.request()))
    await sendButton(walker, form, box).dblclick()
    release()
    await answered // the browser has reported the requests of both clicks before
    if (changes.length !== 1) wrong.push(`${form.name}: ${changes.length} requests`)
    await page.unrouteAll({ behavior: 'wait' })
  })
  expect(wrong).toEqual([])
})

/** Walks through forms: each account goes from form to form on its own, at the same time as the others. The problem of a form names it. */
async function walkAll(
  all: readonly WalkedForm[],
  work: (walker: Walker, form: WalkedForm) => Promise<void>,
): Promise<void> {
  const failed: string[] = []
  const accounts = new Set(all.map(({ as }) => as))
  const walks = [...accounts].map(async (as) => {
    const walker = await openWalker(product, as)
    for (const form of all.filter((one) => one.as === as)) {
      walker.isLeft = true
      await work(walker, form).catch((error: Error) => failed.push(`${form.name}: ${error.message}`))
    }
    await walker.page.context().close()
  })
  await Promise.all(walks)
  expect(failed).toEqual([])
}
