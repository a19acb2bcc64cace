/** Fills in the forms of the site with what people type, paste and press, on the real pages. docs/forms.md says what becomes of it. */
import { beforeAll, expect, test } from 'vitest'
import { prepareAccounts } from './forms/accounts.ts'
import { tryFile } from './forms/choose-file.ts'
import { fileKinds, makeGood } from './forms/file-kinds.ts'
import type { FormField, WalkedForm } from './forms/form.ts'
import { composeIn } from './forms/compose.ts'
import { byProgram, kinds } from './forms/kinds.ts'
import type { Kind } from './forms/kinds.ts'
import { renderDocs, rowName, walked, walkedFields } from './forms/table.ts'
import {
  fieldOf,
  fillGood,
  isSending,
  openWalker,
  reachForm,
  sendButton,
  tryKind,
} from './forms/walk-field.ts'
import type { Outcome, Walker } from './forms/walk-field.ts'
import { setUpProduct } from './product-fixture.ts'

const product = setUpProduct({ reducedMotion: 'reduce', settings: { TRUST_PROXY: '1' } })
beforeAll(() => prepareAccounts(product))

test('each kind of input is taken, or refused at the field, and docs/forms.md says which', async () => {
  const problems: string[] = []
  const found = new Map<string, string[]>()
  await walkAll(walked, async (walker, form) => {
    const walk = async <K extends { name: string }>(
      fields: FormField[],
      all: readonly K[],
      attempt: (field: FormField, kind: K) => Promise<Outcome>,
    ) => {
      for (const field of fields) {
        const name = rowName(form, field)
        const ends: string[] = []
        for (const kind of all) {
          const outcome = await attempt(field, kind)
          ends.push(outcome.end)
          problems.push(...outcome.problems.map((text) => `${name}, ${kind.name}: ${text}`))
        }
        found.set(name, ends)
      }
    }
    const type = (field: FormField, kind: Kind) => tryKind(walker, form, field, kind)
    await walk(walkedFields(form), kinds, type)
    await walk(walkedFields(form, 'file'), fileKinds, async (field, kind) =>
      tryFile(walker, form, field, kind.chosen(await makeGood(field.good))),
    )
  })
  expect(problems).toEqual([])
  const docs = new URL('../docs/forms.md', import.meta.url).pathname
  await expect(renderDocs(found)).toMatchFileSnapshot(docs)
})

test('what a program sets is taken as if it were typed, and each field says what it takes', async () => {
  const wrong: string[] = []
  const whole = walked.filter(({ name }) => name !== 'Sign-up, code') // a whole code would be sent while it is set
  await walkAll(whole, async (walker, form) => {
    for (const field of walkedFields(form)) {
      const { end, problems } = await tryKind(walker, form, field, byProgram)
      const all = end === 'refused' ? [...problems, 'refused'] : problems
      wrong.push(...all.map((text) => `${rowName(form, field)}: ${text}`))
    }
  })
  expect(wrong).toEqual([])
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
  const isSent = (form: WalkedForm) => form.send !== null && walkedFields(form).length > 0
  const sent = walked.filter((form) => isSent(form) && form.name !== 'Sign-up, code')
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
    const answered = page.waitForResponse((response) => isSending(walker, response.request()))
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
