/** Types something into a field of a real page, sends the form, and says what became of it. */
import type { Locator, Request, Response } from 'playwright-core'
import { measureOverflow } from '../accessibility.ts'
import { confirmWith } from '../page-steps.ts'
import type { ProductFixture } from '../product-fixture.ts'
import { phone } from '../visitors.ts'
import type { Visitor } from '../visitors.ts'
import { findAutofillFaults } from './autofill.ts'
import { setByProgram } from './compose.ts'
import type { FormField, WalkedForm } from './form.ts'
import type { Kind } from './kinds.ts'

/** What a page did with what was typed into a field. */
export interface Outcome {
  /** As docs/forms.md says it. */
  end: string
  /** What is wrong whatever was typed. */
  problems: string[]
}

/** Somebody who fills in one form after the other. */
export interface Walker extends Visitor {
  as: string | undefined
  password: string
  isOwn: (url: string) => boolean
  product: ProductFixture
  /** The request without a change that sends the present form. */
  asks: string | undefined
  /** The requests that send something since the form was last sent. */
  changes: Request[]
  /** Whether the last form was sent, and the page may be leaving it. */
  isLeft: boolean
  /** The number of the network that the calls come from. */
  network: number
}

const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** How long the page may take for anything, in milliseconds; it only ends tests that hang. */
export const maxWaitMs = 60_000
/** Begins each typed password: the leak scan must not find the same text in another field. */
const ownWord = 'heron '
let networks = 0

/** Opens a browser on a phone, signed in with the account if one is given. */
export async function openWalker(product: ProductFixture, as: string | undefined): Promise<Walker> {
  const visitor = await product.visit(as, { viewport: phone })
  const password = as ? product.account(as).password : ''
  const isOwn = (url: string) => url.startsWith(`${product.url}/api/`)
  const walker: Walker = {
    ...visitor,
    as,
    password,
    isOwn,
    product,
    asks: undefined,
    changes: [],
    isLeft: true,
    network: 0,
  }
  visitor.page.setDefaultTimeout(maxWaitMs)
  visitor.page.on('dialog', (dialog) => void dialog.accept())
  visitor.page.on('request', (request) => {
    if (isSending(walker, request)) walker.changes.push(request)
  })
  await sendFromNetwork(walker)
  return walker
}

/** Returns whether a request sends a form: it changes something in the product, or is what the present form asks. */
export function isSending({ isOwn, asks }: Walker, request: Request): boolean {
  if (!isOwn(request.url())) return false
  return (
    changing.has(request.method()) || (asks !== undefined && new URL(request.url()).pathname.endsWith(asks))
  )
}

/** Brings the page to a form, as if it were opened for the first time, from a network that has not used up its limits. */
export async function reachForm(walker: Walker, form: WalkedForm): Promise<void> {
  const { page, open, as } = walker
  walker.network = networks += 1
  if (!as) await page.context().clearCookies()
  await leavePage(walker)
  await page.evaluate(clearStorage)
  await open(form.path)
  walker.asks = form.asks
  await form.reach?.(page, walker.product)
  walker.isLeft = false
}

/** Sends the calls of a page from the walker's present network, and nothing of that to other sites, which would refuse the header. */
async function sendFromNetwork(walker: Walker): Promise<void> {
  await walker.page.context().route(
    (url) => walker.isOwn(url.href),
    (route) => {
      const address = `198.18.${walker.network >> 8}.${walker.network & 255}`
      return route.fallback({ headers: { ...route.request().headers(), 'x-forwarded-for': address } })
    },
  )
}

/** Opens a page of the site that leads nowhere. The one before may still be leaving for another, which ends a visit that has just begun. */
async function leavePage(walker: Walker): Promise<void> {
  const isOver = (error: Error) => /interrupted by another navigation|ERR_ABORTED/.test(error.message)
  const left = await walker.open('/robots.txt').then(
    () => true,
    (error: Error) => {
      if (isOver(error)) return false
      throw error
    },
  )
  if (!left) await leavePage(walker)
}

function clearStorage(): void {
  localStorage.clear()
  sessionStorage.clear()
}

/** Returns the field of a form. A button that opens the choice of a file may have the same label. */
export function fieldOf({ page }: Walker, form: WalkedForm, { label, sort }: FormField): Locator {
  const named = page.locator(form.within).getByLabel(label, { exact: typeof label === 'string' })
  return (sort === 'file' ? named.and(page.locator('input[type=file]')) : named).first()
}

/** Returns the button that sends a form. */
export function sendButton({ page }: Walker, form: WalkedForm, box: Locator): Locator {
  if (form.send) return page.locator(form.within).getByRole('button', { name: form.send, exact: true }).last()
  return box.locator('xpath=ancestor::form[1]//button[@type="submit"]').last()
}

/** Fills the fields that a form shows with what they take. */
export async function fillGood(walker: Walker, form: WalkedForm): Promise<void> {
  for (const one of form.fields) {
    const box = fieldOf(walker, form, one)
    if (one.sort !== 'file' && (await box.isVisible())) await box.fill(goodFor(walker, one))
  }
}

/** Returns what a field takes. */
function goodFor({ product }: Walker, { good, goodHere }: FormField): string {
  return goodHere?.(product) ?? good
}

/** Types something of a kind into a field beside good ones, leaves it, sends the form, and returns the outcome. */
export async function tryKind(
  walker: Walker,
  form: WalkedForm,
  field: FormField,
  kind: Kind,
): Promise<Outcome> {
  const { page, changes } = walker
  const box = fieldOf(walker, form, field)
  if (walker.isLeft || !(await isReady(box))) await reachForm(walker, form)
  await box.waitFor()
  const faults = kind.isSet ? await findAutofillFaults(box, field) : []
  await fillGood(walker, form)
  const typed = (field.sort === 'password' ? ownWord : '') + kind.typed(goodFor(walker, field))
  walker.takeErrors()
  changes.length = 0
  if (kind.isSet) await setByProgram(box, typed)
  else await box.fill(typed) // at once, as a paste does
  const held = await box.inputValue()
  const hasLimit = (await box.getAttribute('maxlength')) !== null
  // ends of lines become spaces in a field of one line
  const isCut = hasLimit && held.length < typed.replace(/[\r\n]/g, '').length
  const room = isCut ? `, ${held.length} of it` : ''
  const overflow = await measureOverflow(page)
  if (!form.isSentByLeaving) await box.blur()
  const isRefused = !form.isSentByLeaving && (await refused(box).count()) > 0
  const end = isRefused ? 'refused' : await sendAndSee(walker, form, box, typed)
  walker.isLeft = end !== 'refused' && end !== 'stays'
  const problems = [...faults, ...(await problemsOf(walker))]
  if (overflow > 0) problems.push(`the page is ${overflow} px too wide`)
  if (end === 'refused') problems.push(...(await silenceOf(box)))
  return { end: end + room, problems }
}

/** Returns whether a field can be typed into now. */
async function isReady(box: Locator): Promise<boolean> {
  return (await box.count()) > 0 && (await box.isEditable())
}

/** Sends a form and waits until the field refuses the text, or the server takes it. Confirms the change if the page wants that. */
async function sendAndSee(walker: Walker, form: WalkedForm, box: Locator, typed: string): Promise<string> {
  const { page, password } = walker
  const isLeftEmpty = form.isSentByLeaving && typed.trim() === ''
  if (isLeftEmpty || (form.send === null && !form.isSentByLeaving)) return 'stays'
  const timeout = maxWaitMs
  const isTaken = (response: Response) => isSending(walker, response.request()) && response.ok()
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const taken = page.waitForResponse(isTaken, { timeout }).then((response) => response.request())
  const answered = form.answer ? page.getByText(form.answer) : undefined
  const refusal = refused(box)
    .waitFor({ timeout })
    .then(async () => ((await answered?.isVisible()) ? walker.changes.at(-1) : undefined))
  let isOver = false
  const confirmed = confirmation.waitFor({ timeout }).then(async () => {
    if (!isOver) await confirmWith(page, password) // a later attempt confirms its own
    return taken
  })
  if (form.isSentByLeaving) await box.blur()
  else await sendButton(walker, form, box).click()
  const ends: Promise<Request | undefined>[] = [taken, refusal, confirmed]
  if (answered) ends.push(answered.waitFor({ timeout }).then(() => walker.changes.at(-1)))
  const request = await Promise.any(ends)
    .catch(async () => {
      const alerts = (await page.getByRole('alert').allInnerTexts()).join(' ')
      throw new Error(
        `sent ${JSON.stringify(typed).slice(0, 60)}: neither taken nor refused at the field (${alerts})`,
      )
    })
    .finally(() => (isOver = true))
  return request ? describeTaken(walker.changes, typed) : 'refused'
}

/** Says whether what was sent has the typed text as it is. */
function describeTaken(sent: readonly Request[], typed: string): string {
  const asJson = JSON.stringify(typed).slice(1, -1)
  const isIn = (request: Request) =>
    (request.postData() ?? '').includes(`"${asJson}"`) ||
    [...new URL(request.url()).searchParams.values()].includes(typed)
  return sent.some(isIn) ? 'taken' : 'read'
}

/** Finds a field while it refuses its text. */
function refused(box: Locator): Locator {
  return box.and(box.page().locator('[aria-invalid=true]'))
}

/** Returns a problem if a field refuses its text without saying why. */
async function silenceOf(box: Locator): Promise<string[]> {
  const text = await box.evaluate((field) => {
    const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join('')
  })
  return text ? [] : ['refused without a text at the field']
}

export async function problemsOf({ page, changes, takeErrors }: Walker): Promise<string[]> {
  const found: string[] = []
  for (const request of changes) {
    const status = (await request.response())?.status() ?? 0
    if (status >= 500 || status === 429) found.push(`${request.url()} answered ${status}`)
  }
  await page.locator('h1, h2, h3').first().waitFor() // a page without content has none
  const errors = takeErrors().filter((text) => !/status of 4\d\d/.test(text))
  return [...found, ...errors.map((text) => `the console says: ${text}`)]
}
