/** A program that encodes one uploaded picture. */
import { answerParent } from '../picture-program.ts'
import { encodePicture } from './encode-picture.ts'

answerParent(encodePicture)
