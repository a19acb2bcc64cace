/** Receives uploaded pictures, documents and sounds: one file of a multipart form, of limited size. */
import { readFile, rm } from 'node:fs/promises'
import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'
import { maxDocumentBytes } from '../../contract/payments/evidence-files.ts'
import { maxPictureBytes } from '../../contract/pages/pictures.ts'
import type { PictureShape } from '../../contract/pages/pictures.ts'
import { maxSoundBytes } from '../../contract/alerts/sounds.ts'
import { isCostlyRefusal, refuseUpload } from '../../contract/upload-refusals.ts'
import type { UploadRefusal } from '../../contract/upload-refusals.ts'
import { networkOf } from '../../domain/security/network-key.ts'
import { addSound } from '../../domain/sounds/sounds.ts'
import type { AddedSound } from '../../domain/sounds/sounds.ts'
import type { EncodedPicture } from '../../domain/storage/encode-picture.ts'
import type { MadeDocument } from '../../domain/storage/make-document.ts'
import { storePicture } from '../../domain/storage/pictures.ts'
import type { AppContext } from '../context.ts'
import { receiveFile } from './receive-file.ts'

const uploadOf = (fileSize: number) =>
  multer({
    storage: multer.diskStorage({}), // on disk, so that slow uploads take no memory
    limits: { fileSize, files: 1, fields: 0, parts: 1, headerPairs: 20 },
  })

/** What is received, and the reason that refuses something larger. */
interface Kind {
  upload: ReturnType<typeof uploadOf>
  large: UploadRefusal
}

const picture: Kind = { upload: uploadOf(maxPictureBytes), large: 'picture_large' }
const document: Kind = { upload: uploadOf(maxDocumentBytes), large: 'document_large' }
const sound: Kind = { upload: uploadOf(maxSoundBytes), large: 'sound_large' }

/** The time limit of an upload, in milliseconds: enough for 5 MB from a slow phone. */
const timeoutMs = 60_000

interface Upload {
  req: Request
  res: Response
  field: string
  /** The id of the account or sign-up that the picture is for. */
  owner: string
}

/**
 * Receives, encodes and stores the picture of a request, and returns its address. Throws AppError `rate_limited`, `unavailable`,
 * `too_large`, `picture_refused`.
 */
export async function receivePicture(ctx: AppContext, shape: PictureShape, upload: Upload): Promise<string> {
  const { pictures, storage } = ctx
  return receive(ctx, picture, upload, async (network, read) =>
    storePicture(storage, await pictures.make(shape, network, read)),
  )
}

/**
 * Receives and encodes a picture for alerts, which stays animated. Throws AppError `rate_limited`, `unavailable`, `too_large`,
 * `picture_refused`.
 */
export async function receiveAlertPicture(ctx: AppContext, upload: Upload): Promise<EncodedPicture[]> {
  return receive(ctx, picture, upload, (network, read) => ctx.pictures.make('alert', network, read))
}

/**
 * Receives and checks the document of a request. Throws AppError `rate_limited`, `unavailable`, `too_large`, `document_refused`.
 */
export async function receiveDocument(ctx: AppContext, upload: Upload): Promise<MadeDocument> {
  return receive(ctx, document, upload, (network, read) => ctx.pictures.makeDocument(network, read))
}

/**
 * Receives, checks and stores the sound of a request, and returns its id and what is left out. Throws AppError `rate_limited`,
 * `unavailable`, `too_large`, `sound_refused`, `sounds_full`.
 */
export async function receiveSound(ctx: AppContext, name: string, upload: Upload): Promise<AddedSound> {
  return receive(ctx, sound, upload, async (_, read) => addSound(ctx, upload.owner, name, await read()))
}

/** Receives a file, passes it to `take`, and removes it. An upload that fails is not counted, unless it was costly. */
async function receive<T>(
  { accountLimits, pictures }: AppContext,
  kind: Kind,
  { req, res, field, owner }: Upload,
  take: (network: string, read: () => Promise<Buffer>) => Promise<T>,
): Promise<T> {
  const address = req.ip ?? ''
  const network = networkOf(address)
  await accountLimits.takeUpload(owner, address)
  let path: string | undefined
  try {
    const received = await pictures.receive(network, () => receivePath(kind, req, res, field))
    path = received
    return await take(network, () => readFile(received))
  } catch (error) {
    if (!isCostlyRefusal(error)) await accountLimits.giveBack('upload', owner)
    throw error
  } finally {
    if (path !== undefined) await rm(path, { force: true })
  }
}

/** Receives the file and returns its path. */
async function receivePath(
  { upload, large }: Kind,
  req: Request,
  res: Response,
  field: string,
): Promise<string> {
  await receiveFile(upload.single(field), req, res, timeoutMs).catch((error: unknown) => {
    const isLarge = error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE'
    throw refuseUpload(isLarge ? large : 'file_missing')
  })
  if (!req.file) throw refuseUpload('file_missing')
  return req.file.path
}
