/** An export of a person's data, as its owner is told. */
import * as z from 'zod/mini'
import { isoTime } from './entities.ts'

export const dataExportStatus = z.enum(['waiting', 'running', 'ready', 'failed'])
export type DataExportStatus = z.output<typeof dataExportStatus>

export const dataExport = z.object({
  id: z.uuid(),
  status: dataExportStatus,
  /** Per cent. */
  progress: z.int(),
  /** Of the file, once there is one. */
  bytes: z.nullable(z.int()),
  createdAt: isoTime,
  /** Then the file is gone. */
  expiresAt: isoTime,
})
export type DataExport = z.output<typeof dataExport>

/** How an export still moves. */
export function isUnderWay({ status }: Pick<DataExport, 'status'>): boolean {
  return status === 'waiting' || status === 'running'
}
