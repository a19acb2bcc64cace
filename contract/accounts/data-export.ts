/** An export of an account's data, as its owner sees it. */
import * as z from 'zod/mini'
import { isoTime } from '../entities.ts'

export const dataExportStatus = z.enum(['waiting', 'running', 'ready', 'failed'])
export type DataExportStatus = z.output<typeof dataExportStatus>

export const dataExport = z.object({
  id: z.uuid(),
  status: dataExportStatus,
  /** The progress in per cent. */
  progress: z.int(),
  /** The size of the file in bytes; null until the file is complete. */
  bytes: z.nullable(z.int()),
  createdAt: isoTime,
  /** When the file is deleted. */
  expiresAt: isoTime,
})
export type DataExport = z.output<typeof dataExport>

/** Returns whether an export is still being prepared. */
export function isUnderWay({ status }: Pick<DataExport, 'status'>): boolean {
  return status === 'waiting' || status === 'running'
}
