/** Chooses a file in a field of a real page, and says what became of it. */
import type { Response } from 'playwright-core'
import { measureOverflow } from '../accessibility.ts'
import type { FormField, WalkedForm } from './form.ts'
import type { ChosenFile } from './file-kinds.ts'
import { fieldOf, isSending, maxWaitMs, problemsOf, reachForm } from './walk-field.ts'
import type { Outcome, Walker } from './walk-field.ts'

/** Chooses a file, and returns the outcome. A picture is cropped first. */
export async function tryFile(
  walker: Walker,
  form: WalkedForm,
  field: FormField,
  file: ChosenFile,
): Promise<Outcome> {
  const { page } = walker
  await reachForm(walker, form)
  const box = fieldOf(walker, form, field)
  await box.waitFor({ state: 'attached' })
  walker.takeErrors()
  walker.changes.length = 0
  const timeout = maxWaitMs
  const isTaken = (response: Response) => isSending(walker, response.request()) && response.ok()
  const refusal = page
    .locator(form.within)
    .getByRole('alert')
    .or(page.locator('[aria-live=assertive] > div'))
    .filter({ hasText: /\p{L}/u })
    .first()
  const crop = page.getByRole('button', { name: 'Crop and use' })
  const taken = page.waitForResponse(isTaken, { timeout }).then(() => 'taken')
  const ends = [
    taken,
    refusal.waitFor({ timeout }).then(() => 'refused'),
    crop.waitFor({ timeout }).then(() => crop.click().then(() => taken)),
  ]
  if (form.answer)
    ends.push(
      page
        .getByText(form.answer)
        .waitFor({ timeout })
        .then(() => 'taken'),
    )
  await box.setInputFiles(file)
  const end = await Promise.any(ends).catch(() => {
    throw new Error(`chose ${JSON.stringify(file.name).slice(0, 60)}: neither taken nor refused`)
  })
  const overflow = await measureOverflow(page)
  const problems = await problemsOf(walker)
  if (overflow > 0) problems.push(`the page is ${overflow} px too wide`)
  return { end, problems }
}
