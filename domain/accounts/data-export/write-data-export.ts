/**
 * Writes the file of an export: a zip with every section as CSV for people and as JSON for programs, and the account's pictures.
 */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import type { CsvForm } from '../../../contract/csv-form.ts'
import { mediaBase } from '../../../contract/pages/pictures.ts'
import type { Db, Trx } from '../../../db/connection.ts'
import { exportSections } from '../../../db/queries/accounts/data-export-sections.ts'
import { readSection } from '../../../db/queries/export-section.ts'
import type { ExportRow, ExportSection } from '../../../db/queries/export-section.ts'
import { writeCsv } from '../../csv.ts'
import type { CsvCell } from '../../csv.ts'
import { unseal } from '../../security/sealing.ts'
import { fileOfSound } from '../../sounds/sounds.ts'
import type { Storage } from '../../storage/storage.ts'
import type { SecretKeys } from '../../config/secret-keys.ts'

export interface ExportSource {
  db: Db
  storage: Pick<Storage, 'get'>
  config: { secretsKey: SecretKeys }
}

/**
 * Writes everything about an account to a local file and returns its size in bytes. All sections come from one database snapshot.
 * `tell` is called with the progress in per cent; if it rejects, the export stops and rejects with the same error.
 */
export async function writeDataExport(
  { db, storage, config }: ExportSource,
  { uid, csvForm }: { uid: string; csvForm: CsvForm },
  path: string,
  tell: (progress: number) => Promise<void>,
): Promise<number> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const zip = new ZipFile()
      const output = zip.outputStream as Readable
      const written = pipeline(output, createWriteStream(path))
      const stop = (error: Error) => void output.destroy(error)
      zip.on('error', stop)
      await Promise.all([written, fill(zip, written).catch(stop)])

      /**
       * Writes the files of the zip one after the other, because the transaction's connection can read only one cursor at a time.
       */
      async function fill(into: ZipFile, end: Promise<void>): Promise<void> {
        const files = [...(await listPictures(trx, uid)), ...(await listSoundFiles(trx, uid))]
        const steps = exportSections.length * 2 + files.length
        let done = 0
        const step = () => tell(Math.floor((++done / steps) * 100))
        into.addBuffer(Buffer.from(readMe()), 'README.txt')
        for (const section of exportSections) {
          const read = () => openRows(config.secretsKey, section, uid, readSection(trx, section, uid))
          await add(into, end, `${section.name}.csv`, writeCsv(csvForm, toRows(read())))
          await step()
          await add(into, end, `${section.name}.json`, Readable.from(toJson(read())))
          await step()
        }
        for (const { stored, name } of files) {
          const bytes = await storage.get(stored)
          if (bytes) into.addBuffer(bytes, name, { compress: false })
          await step()
        }
        into.end()
      }
    })
  return (await stat(path)).size
}

/** Adds a file to the zip, and waits until its content has been read completely or the zip can no longer be written. */
async function add(zip: ZipFile, end: Promise<void>, name: string, content: Readable): Promise<void> {
  const read = once(content, 'end')
  zip.addReadStream(content, name)
  await Promise.race([read, end])
}

/** Decrypts the column `sealed` of a section that has one. */
async function* openRows(
  keys: SecretKeys,
  { sealedAs }: ExportSection,
  uid: string,
  pages: AsyncIterable<ExportRow[]>,
): AsyncGenerator<ExportRow[]> {
  if (!sealedAs) return yield* pages
  const open = ({ sealed, ...row }: ExportRow): ExportRow => ({
    ...JSON.parse(unseal(keys, String(sealed), sealedAs(uid))),
    ...row,
  })
  for await (const page of pages) yield page.map(open)
}

/** Converts pages of rows to cells, after a line of their columns. Without rows there is no such line. */
async function* toRows(pages: AsyncIterable<ExportRow[]>): AsyncGenerator<CsvCell[][]> {
  let columns: string[] = []
  for await (const page of pages) {
    if (columns.length === 0) yield [(columns = Object.keys(page[0] ?? {}))]
    yield page.map((row) => columns.map((name) => row[name] as CsvCell))
  }
}

async function* toJson(pages: AsyncIterable<ExportRow[]>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const page of pages) {
    for (const row of page) {
      yield before + JSON.stringify(row)
      before = ',\n'
    }
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

/** A stored file, and its name in the zip. */
interface ExportedFile {
  stored: string
  name: string
}

async function listPictures(trx: Trx, uid: string): Promise<ExportedFile[]> {
  const { rows } = await sql<{ url: string }>`
    select image as url from account where uid = ${uid}
    union select cover_image from account where uid = ${uid}
    union select image from goal where creator_uid = ${uid}
    union select url from alert_picture where creator_uid = ${uid}`.execute(trx)
  return rows
    .map(({ url }) => url)
    .filter((url) => url?.startsWith(mediaBase))
    .map((url) => url.slice(mediaBase.length))
    .map((stored) => ({ stored, name: `pictures/${stored}` }))
}

async function listSoundFiles(trx: Trx, uid: string): Promise<ExportedFile[]> {
  const { rows } = await sql<{ id: string; format: string }>`
    select id, format from sound where creator_uid = ${uid}`.execute(trx)
  return rows.map(({ id, format }) => ({ stored: fileOfSound(id), name: `sounds/${id}.${format}` }))
}

function readMe(): string {
  const lines = exportSections.map(({ name, about }: ExportSection) => `${name}: ${about}`)
  return [
    'Everything that Brimful stores about you.',
    '',
    'Each list comes as .csv for spreadsheets and as .json for programs.',
    'Times are in UTC. Amounts are in minor units: 500 is 5.00.',
    'In .csv files, an apostrophe precedes text that a spreadsheet would read as a formula.',
    'Passwords, codes and keys are not included. We only store them in unreadable form.',
    '',
    ...lines,
    'pictures: The pictures you uploaded, as we store them.',
    'sounds: The sounds you uploaded, as we store them.',
    '',
  ].join('\r\n')
}
