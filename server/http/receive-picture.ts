/** Receives uploaded pictures, documents and sounds: one file of a multipart form, of limited size. */
import { readFile, rm } from 'node:fs/promises'
import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'
import { AppError } from '../../contract/errors.ts'
import { maxDocumentBytes } from '../../contract/evidence-files.ts'
import { maxPictureBytes } from '../../contract/pictures.ts'
import type { PictureShape } from '../../contract/pictures.ts'
import { maxSoundBytes } from '../../contract/sounds.ts'
import { networkOf } from '../../domain/security/network-key.ts'
import { addSound } from '../../domain/sounds/sounds.ts'
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

/** What is received, and which errors refuse something else or something larger. */
interface Kind {
  upload: ReturnType<typeof uploadOf>
  refused: () => AppError
  large: () => AppError
}

const picture: Kind = {
  upload: uploadOf(maxPictureBytes),
  refused: () => new AppError('picture_refused'),
  large: () => tooLarge('error_picture_large', maxPictureBytes / 1024 ** 2),
}
const document: Kind = {
  upload: uploadOf(maxDocumentBytes),
  refused: () => new AppError('document_refused'),
  large: () => tooLarge('error_document_large', maxDocumentBytes / 1_000_000),
}

const sound: Kind = {
  upload: uploadOf(maxSoundBytes),
  refused: () => new AppError('sound_refused'),
  large: () =>
    new AppError('too_large', {
      text: { key: 'error_sound_large', values: { kilobytes: maxSoundBytes / 1024 } },
    }),
}

function tooLarge(key: 'error_picture_large' | 'error_document_large', megabytes: number): AppError {
  return new AppError('too_large', { text: { key, values: { megabytes } } })
}

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
 * Receives, checks and stores the sound of a request, and returns its id. Throws AppError `rate_limited`, `unavailable`, `too_large`,
 * `sound_refused`, `sounds_full`.
 */
export async function receiveSound(ctx: AppContext, name: string, upload: Upload): Promise<string> {
  return receive(ctx, sound, upload, async (_, read) => addSound(ctx, upload.owner, name, await read()))
}

/** Receives a file, passes it to `take`, and removes it. */
async function receive<T>(
  { accountLimits, pictures }: AppContext,
  kind: Kind,
  { req, res, field, owner }: Upload,
  take: (network: string, read: () => Promise<Buffer>) => Promise<T>,
): Promise<T> {
  const address = req.ip ?? ''
  const network = networkOf(address)
  await accountLimits.takeUpload(owner, address)
  const path = await pictures.receive(network, () => receivePath(kind, req, res, field))
  try {
    return await take(network, () => readFile(path))
  } finally {
    await rm(path, { force: true })
  }
}

/** Receives the file and returns its path. */
async function receivePath(
  { upload, refused, large }: Kind,
  req: Request,
  res: Response,
  field: string,
): Promise<string> {
  await receiveFile(upload.single(field), req, res, timeoutMs).catch((error: unknown) => {
    throw error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE' ? large() : refused()
  })
  if (!req.file) throw refused()
  return req.file.path
}
