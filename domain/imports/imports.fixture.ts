/** Starts imports for tests. */
import { Readable } from 'node:stream'
import type { ImportMapping } from '../../contract/imports/tip-import.ts'
import type { Db } from '../../db/connection.ts'
import { checkFile } from './check-file.ts'
import { readImportFile } from './read-import-file.ts'
import { endReading, openImport, startImport } from './imports.ts'

const mapping: ImportMapping = {
  time: 0,
  amount: 1,
  name: 2,
  delimiter: 'comma',
  dateOrder: 'dmy',
  decimalMark: 'point',
  inCurrency: 'gbp',
}

/** Checks a file with a tip for each name, and a line that cannot be read. Returns the import's id. */
export async function buildCheckedImport(
  db: Db,
  creatorUid: string,
  names: readonly string[] = ['Jo'],
): Promise<string> {
  const tips = names.map((name, i) => `2024-05-01 10:${10 + i},5.00,${name}`)
  const source = Readable.from([
    Buffer.from(['When,What,Who', ...tips, '2024-05-01 11:00,free,Mia'].join('\n')),
  ])
  const { importId } = await openImport(db, creatorUid, { source: 'other', fileName: 'tips.csv' })
  const summary = await checkFile(db, { importId, creatorUid }, async (take) => {
    await readImportFile({ lines: { source: 'other', mapping } }, source, take)
  })
  await endReading(db, importId, summary)
  return importId
}

/** Checks such a file and starts its import. Returns the import's id. */
export async function buildStartedImport(
  db: Db,
  creatorUid: string,
  names?: readonly string[],
): Promise<string> {
  const importId = await buildCheckedImport(db, creatorUid, names)
  await startImport(db, creatorUid, { importId, inBoards: true, inTotals: true, rates: {} })
  return importId
}
