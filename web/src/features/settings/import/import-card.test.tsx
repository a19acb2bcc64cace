import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { checkImport, getImports, guessImport } from '../../../../../contract/imports/import-calls.ts'
import type { FileGuess } from '../../../../../contract/imports/import-calls.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { ImportTab } from './import-tab.tsx'

const guess: FileGuess = {
  source: 'other',
  service: null,
  hasPublicNames: false,
  delimiter: 'comma',
  encoding: 'windows-1252',
  columns: [
    { name: 'Date', sample: '03/04/2026' },
    { name: 'Amount', sample: '1.000' },
    { name: 'Status', sample: 'E5' },
  ],
  mapping: { time: 0, amount: 1, status: 2, delimiter: 'comma' },
  questions: [
    {
      field: 'encoding',
      sample: '',
      readings: [
        { value: 'windows-1252', text: 'Ïðèâåò' },
        { value: 'windows-1251', text: 'Привет' },
      ],
    },
    {
      field: 'dateOrder',
      sample: '03/04/2026',
      readings: [
        { value: 'dmy', text: '2026-04-03' },
        { value: 'mdy', text: '2026-03-04' },
      ],
    },
    {
      field: 'decimalMark',
      sample: '1.000',
      readings: [
        { value: 'point', text: '1.000' },
        { value: 'comma', text: '1000' },
      ],
    },
    { field: 'inCurrency', sample: '1.000', readings: [] },
  ],
  tips: [],
  problems: [{ line: 2, problem: 'unsureTime' }],
  bad: 1,
}

/** Answers uploads, which go by XMLHttpRequest, with the guess, read with the mapping of the query. Returns the queries. */
function fakeUploads() {
  const queries: { path: string; query: Record<string, string> }[] = []
  class Request extends EventTarget {
    upload = new EventTarget()
    status = 200
    responseText = ''
    open(_method: string, address: string) {
      const { pathname, searchParams } = new URL(address, 'http://brimful.test')
      const query = Object.fromEntries(searchParams)
      queries.push({ path: pathname.slice('/api/v1/'.length), query })
      const mapping = { ...guess.mapping, ...query }
      this.responseText = JSON.stringify({ ...guess, encoding: query['encoding'] ?? guess.encoding, mapping })
    }
    send() {
      queueMicrotask(() => this.dispatchEvent(new Event('load')))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return queries
}

async function chooseFile() {
  const user = userEvent.setup()
  fakeApi({ [getImports.path]: { json: { currency: 'usd', imports: [] } } })
  const queries = fakeUploads()
  renderPage(<ImportTab />)
  await user.upload(await screen.findByLabelText('Choose a CSV file'), new File(['x'], 'tips.csv'))
  await screen.findByRole('region', { name: 'Please choose first' })
  return { user, queries }
}

const check = () => screen.getByRole('button', { name: 'Check the file' })

test('a file that leaves something open is not checked before the creator has chosen', async () => {
  const { user, queries } = await chooseFile()
  expect(check()).toBeDisabled()
  const day = screen.getByLabelText('Which day is “03/04/2026”?')
  expect(day).toHaveValue('')
  expect(
    within(day)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Please choose…', '3 Apr 2026 (day first)', '4 Mar 2026 (month first)'])

  await user.selectOptions(day, 'mdy')
  await user.selectOptions(await screen.findByLabelText('How much is “1.000”?'), 'comma')
  await user.selectOptions(screen.getByLabelText('Character encoding'), 'Cyrillic (Windows-1251): Привет')
  await user.type(screen.getByLabelText('Which currency is “1.000” in?'), 'eur')
  expect(check()).toBeDisabled()
  await user.tab()

  await expect.poll(check).toBeEnabled()
  expect(queries.at(-1)).toMatchObject({
    path: guessImport.path,
    query: { dateOrder: 'mdy', decimalMark: 'comma', encoding: 'windows-1251', inCurrency: 'eur' },
  })
  await user.click(check())
  await expect
    .poll(() => queries.at(-1))
    .toMatchObject({
      path: checkImport.path,
      query: { dateOrder: 'mdy', decimalMark: 'comma', encoding: 'windows-1251', inCurrency: 'eur' },
    })
})

test('a column that the creator says is not in the file is left out when it is read again', async () => {
  const { user, queries } = await chooseFile()

  await user.selectOptions(screen.getByLabelText('State (only what was paid counts)'), '– not in the file –')

  await expect.poll(() => queries.at(-1)?.query).toEqual({ without: 'status' })
})
