/** A program that reads a CSV file of earlier tips, or guesses from its beginning what its columns are. */
import { answerParent } from '../tasks/task-program.ts'
import { readImportFile } from './read-import-file.ts'
import type { ImportResult, ImportTask, ReadLines } from './read-import-file.ts'

answerParent<ImportTask, ImportResult, ReadLines>((task, pass) => readImportFile(task, process.stdin, pass))
