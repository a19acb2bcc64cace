/** Reads files of earlier tips. They may be hostile, so the product calls this only in `import-program.ts`, a process of its own. */
import type { Readable } from 'node:stream'
import type { ErrorCode, ErrorText } from '../../contract/errors.ts'
import { AppError } from '../../contract/errors.ts'
import type { FileGuess } from '../../contract/imports/import-calls.ts'
import { guessMapping } from './guess-mapping.ts'
import type { GuessInput } from './guess-mapping.ts'
import { readCsv } from './read-csv.ts'
import type { CsvLine } from './read-csv.ts'
import { readLine } from './read-line.ts'
import type { FileForm, FileProblem, FileTip } from './read-line.ts'

/** The beginning of a file, to guess its columns, or how to read the lines of the file in the input. */
export type ImportTask = { guess: GuessInput } | { lines: FileForm }

/** Lines of a file in their order. */
export type ReadLines = (FileTip | FileProblem)[]

/** The guess, if the task was one, or why the file was refused: an AppError cannot be sent between processes. */
export type ImportResult = { guess?: FileGuess } | { refusal: { code: ErrorCode; text: ErrorText } }

/** Does a task. Passes the lines of a file on as they are read, and waits until they are taken. */
export async function readImportFile(
  task: ImportTask,
  input: Readable,
  pass: (lines: ReadLines) => Promise<void>,
): Promise<ImportResult> {
  try {
    if ('guess' in task) return { guess: await guessMapping(task.guess) }
    await readCsv(input, task.lines.mapping, (lines: CsvLine[]) => {
      const now = Date.now()
      return pass(lines.map((line) => readLine(line, task.lines, now)))
    })
    return {}
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refusal: { code: error.code, text: error.text } }
  }
}
