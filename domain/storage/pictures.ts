/** Uploaded pictures. Each is encoded in a separate process, so that no metadata or hidden content remains, and then stored. */
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { pictureFormats } from '../../contract/pages/picture-formats.ts'
import { mediaBase, pictureShapes } from '../../contract/pages/pictures.ts'
import type { PictureShape } from '../../contract/pages/pictures.ts'
import { refuseUpload } from '../../contract/upload-refusals.ts'
import type { UploadRefusal } from '../../contract/upload-refusals.ts'
import { TaskProcessError, openTaskProcesses } from '../tasks/task-process.ts'
import type { TaskProcesses } from '../tasks/task-process.ts'
import { openPlaces } from '../tasks/task-queue.ts'
import type { EncodeResult, EncodedPicture } from './encode-picture.ts'
import type { DocumentResult, MadeDocument } from './make-document.ts'
import type { UploadResult, UploadTask } from './process-upload.ts'
import type { Storage } from './storage.ts'

export interface Pictures {
  /**
   * Receives a file when a place is free. Slow senders take these places, but not those of pictures that are being encoded. Throws
   * what `receive` throws, and AppError `unavailable`.
   */
  receive<File>(network: string, receive: () => Promise<File>): Promise<File>
  /**
   * Encodes a picture in the widths of its shape, narrowest first. `read` is called only when a place is free, so that few
   * pictures are in memory. Throws what `read` throws, and AppError `unavailable`, `too_large` or `picture_refused`.
   */
  make(shape: PictureShape | 'alert', network: string, read: () => Promise<Buffer>): Promise<EncodedPicture[]>
  /**
   * Makes the document of a dispute's evidence from a PDF or a picture, in the places of pictures. Throws what `read` throws, and
   * AppError `unavailable`, `too_large` or `document_refused`.
   */
  makeDocument(network: string, read: () => Promise<Buffer>): Promise<MadeDocument>
  close(): void
}

/**
 * Limits of encoding pictures. A typical photo takes half a second, the slowest accepted pictures take two seconds, and many times
 * that on a busy machine, because their processes have a lower priority; 24 files of 5 MB take 120 MB of memory.
 */
export const uploadRules = { atOnce: 2, max: 24, maxPerNetwork: 6, waitMs: 15_000, runMs: 60_000 }

/**
 * Limits of files that are received at the same time, in total and from one network. The files are on disk and take 2.5 GB at most.
 */
export const receivingRules = { max: 500, maxPerNetwork: 6 }

/** Opens the encoder of uploaded pictures. Each file is processed in a process of its own, unless `processes` is given. */
export function openPictures(
  log: Pick<Logger, 'warn'>,
  rules = uploadRules,
  processes: TaskProcesses<UploadTask, UploadResult> = openTaskProcesses('storage/encode-program', rules),
): Pictures {
  async function run(network: string, prepare: () => Promise<UploadTask>, failed: UploadRefusal) {
    try {
      return await processes.run(network, prepare)
    } catch (error) {
      if (!(error instanceof TaskProcessError)) throw error
      log.warn({ reason: error.message }, 'a picture could not be processed')
      throw refuseUpload(failed)
    }
  }
  const senders = openPlaces(receivingRules.max, receivingRules.maxPerNetwork)
  return {
    async receive(network, receive) {
      const leave = senders.enter(network)
      return receive().finally(leave)
    },
    async make(shape, network, read) {
      const prepare = async () => ({ shape, bytes: await read() })
      const result = (await run(network, prepare, 'picture_failed')) as EncodeResult
      if (typeof result === 'string') throw refuseUpload(result)
      return result
    },
    async makeDocument(network, read) {
      const prepare = async () => ({ makes: 'document' as const, bytes: await read() })
      const result = (await run(network, prepare, 'document_failed')) as DocumentResult
      if (typeof result === 'string') throw refuseUpload(result)
      return result
    },
    close: processes.close,
  }
}

/** Stores a picture in all its widths and returns the URL of the widest. */
export async function storePicture(storage: Storage, pictures: EncodedPicture[]): Promise<string> {
  const id = randomBytes(16).toString('hex')
  const nameOf = ({ width, format }: EncodedPicture) => `${id}-${width}.${format}`
  await Promise.all(
    pictures.map((each) => storage.put(nameOf(each), each.bytes, pictureFormats[each.format])),
  )
  return `${mediaBase}${nameOf(pictures.at(-1)!)}`
}

/** Deletes a picture in all its widths; ignores URLs that are not ours. */
export async function forgetPicture(storage: Storage, url: string | null): Promise<void> {
  const [, id, format] = /^\/media\/([0-9a-f]{32})-\d+\.(web[pm])$/.exec(url ?? '') ?? []
  if (!id) return
  const widths = Object.values(pictureShapes).flatMap(({ widths }) => [...widths])
  await Promise.all(widths.map((width) => storage.remove(`${id}-${width}.${format}`)))
}

/**
 * Deletes a replaced picture in the background, because a bucket that does not respond would delay the request until its timeout. A
 * failure only leaves an unused file, so it is logged and ignored.
 */
export function forgetReplacedPicture(
  { storage, log }: { storage: Storage; log: Logger },
  url: string | null,
): void {
  void forgetPicture(storage, url).catch((error: Error) => {
    log.warn({ reason: error.message }, 'old picture not removed')
  })
}
