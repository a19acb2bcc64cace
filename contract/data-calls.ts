/** Calls to export one's data and to delete one's account. */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import * as f from './account-fields.ts'
import { dataExport } from './data-export.ts'
import { isoTime } from './entities.ts'

export const getDataExport = defineCall({
  method: 'GET',
  path: 'account/data-export',
  access: 'signed-in',
  summary: 'The latest export of the account’s data that has not expired.',
  response: z.object({ dataExport: z.nullable(dataExport) }),
})

export const startDataExport = defineCall({
  method: 'POST',
  path: 'account/data-export/start',
  access: 'signed-in',
  summary:
    'Starts an export of the account’s data as a zip of JSON and CSV, or returns the export in progress. An email follows when it is ready.',
  body: z.object({}),
  response: z.object({ dataExport }),
})

export const downloadDataExport = defineCall({
  method: 'GET',
  path: 'account/data-export/:id/download',
  access: 'signed-in',
  summary: 'Downloads an export of the account; available for seven days.',
  params: z.object({ id: z.uuid() }),
  download: 'application/zip',
  response: z.object({}),
})

export const deleteAccount = defineCall({
  method: 'POST',
  path: 'account/delete',
  access: 'signed-in',
  summary:
    'Hides the account at once, ends its sessions, and erases it after seven days unless somebody logs in before.',
  body: z.object({ password: f.knownPassword, code: z.optional(f.secondFactor) }),
  response: z.object({ erasedAt: isoTime }),
})
