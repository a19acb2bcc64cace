/** A program that encodes one uploaded picture, or makes a document for the evidence about a dispute. */
import { answerParent } from '../tasks/task-program.ts'
import { processUpload } from './process-upload.ts'

answerParent(processUpload)
