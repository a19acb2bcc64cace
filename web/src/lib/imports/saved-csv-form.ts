import { csvForm, csvFormOf } from '../../../../contract/csv-form.ts'
import type { CsvForm } from '../../../../contract/csv-form.ts'
import { currentLocale } from '../locale.ts'

const key = 'brimful.csvForm'

/** Stores how this browser downloads CSV files. */
export function saveCsvForm(chosen: CsvForm): void {
  try {
    localStorage.setItem(key, chosen)
  } catch (error) {
    console.error(error) // a full or blocked storage must not stop the download
  }
}

/** Returns the stored form, or else the one that spreadsheets in the language of the page expect. */
export function loadCsvForm(): CsvForm {
  try {
    return csvForm.safeParse(localStorage.getItem(key)).data ?? csvFormOf(currentLocale())
  } catch {
    return csvFormOf(currentLocale())
  }
}
