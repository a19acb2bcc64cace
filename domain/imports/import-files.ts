/** Files of earlier tips that creators upload. Each is read in a process of its own, and only what was understood of it comes back. */
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { AppError } from '../../contract/errors.ts'
import type { FileGuess } from '../../contract/imports/import-calls.ts'
import { TaskProcessError, openTaskProcesses } from '../tasks/task-process.ts'
import type { TaskProcesses, TaskRules, TaskStream } from '../tasks/task-process.ts'
import { openPlaces } from '../tasks/task-queue.ts'
import type { GuessInput } from './guess-mapping.ts'
import type { ImportResult, ImportTask, ReadLines } from './read-import-file.ts'
import type { FileForm } from './read-line.ts'

export interface ImportFiles {
  /** Receives a file when a place is free. Throws what `receive` throws, and AppError `unavailable`. */
  receive<T>(network: string, receive: () => Promise<T>): Promise<T>
  /**
   * Guesses from the beginning of a file what its columns are. Throws AppError `unavailable`, `too_large` and `import_refused`, which
   * say what is wrong with it.
   */
  guess(network: string, input: GuessInput): Promise<FileGuess>
  /**
   * Reads a file while it arrives, passes its lines to `take` in batches, and waits for it before it reads on. Throws what the source
   * and `take` throw, and what `guess` throws.
   */
  read(
    network: string,
    form: FileForm,
    source: Readable,
    take: (lines: ReadLines) => Promise<void>,
  ): Promise<void>
  close(): void
}

export type ImportProcesses = TaskProcesses<ImportTask, ImportResult, ReadLines>

/** The files that a server receives at the same time, in all and from one network. */
const receivingRules = { max: 8, maxPerNetwork: 2 }
/** A hostile file makes its process die and not the machine swap. Lines of real files take less than 20 MB. */
const heapMegabytes = 256
const guessRules: TaskRules = {
  atOnce: 2,
  max: 24,
  maxPerNetwork: 6,
  waitMs: 15_000,
  runMs: 20_000,
  heapMegabytes,
}
/** A file that is read is also one that is received, so none of these waits. The time is that of the slowest upload, and of its end. */
const readRules: TaskRules = {
  ...receivingRules,
  atOnce: receivingRules.max,
  waitMs: 15_000,
  runMs: 360_000,
  heapMegabytes,
}

/** Opens the reader of uploaded files. Each file has a process of its own, unless `open` returns others. */
export function openImportFiles(
  log: Pick<Logger, 'warn'>,
  open = (rules: TaskRules): ImportProcesses => openTaskProcesses('imports/import-program', rules),
): ImportFiles {
  const [guesses, reads] = [open(guessRules), open(readRules)]
  const receiving = openPlaces(receivingRules.max, receivingRules.maxPerNetwork)

  async function run(
    processes: ImportProcesses,
    network: string,
    task: ImportTask,
    stream?: TaskStream<ReadLines>,
  ): Promise<FileGuess | undefined> {
    const result = await processes
      .run(network, async () => task, stream)
      .catch((error: unknown) => {
        if (!(error instanceof TaskProcessError)) throw error
        log.warn({ reason: error.message }, 'a file of earlier tips could not be read')
        throw new AppError('import_refused')
      })
    if ('refusal' in result) throw new AppError(result.refusal.code, { text: result.refusal.text })
    return result.guess
  }

  return {
    async receive(network, receive) {
      const leave = receiving.enter(network)
      return receive().finally(leave)
    },
    guess: async (network, input) => (await run(guesses, network, { guess: input }))!,
    async read(network, form, input, take) {
      await run(reads, network, { lines: form }, { input, take })
    },
    close() {
      guesses.close()
      reads.close()
    },
  }
}
