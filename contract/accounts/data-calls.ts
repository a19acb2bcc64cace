/** Calls for exporting the data of an account and for deleting the account. */
import * as z from 'zod/mini'
import { signedInCall } from '../call.ts'
import { csvForm } from '../csv-form.ts'
import { dataExport } from './data-export.ts'
import { isoTime } from '../entities.ts'

export const getDataExport = signedInCall.get('account/data-export', {
  summary: 'The latest export of the account’s data that has not expired.',
  response: z.object({ dataExport: z.nullable(dataExport) }),
})

export const startDataExport = signedInCall.post('account/data-export/start', {
  summary:
    'Starts an export of the account’s data as a zip of JSON and CSV, or returns the export in progress. `csvForm` chooses how the CSV is written. An email follows when it is ready.',
  costs: 'a job that reads everything of the account, and a file',
  limits: ['account data-export'],
  body: z.object({ csvForm: z._default(csvForm, 'comma') }),
  response: z.object({ dataExport }),
})

export const downloadDataExport = signedInCall.get('account/data-export/:id/download', {
  summary: 'Downloads an export of the account; available for seven days.',
  costs: 'a file of the own account',
  params: z.object({ id: z.uuid() }),
  download: 'application/zip',
})

export const deleteAccount = signedInCall.post('account/delete', {
  summary:
    'Hides the account at once, ends its sessions, and erases it after seven days unless somebody logs in before.',
  costs: 'a row and a mail to the own address',
  body: z.object({}),
  response: z.object({ erasedAt: isoTime }),
})
