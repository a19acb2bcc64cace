/**
 * Reads the moving picture of a WebM: the frames of its first video track. Sound, other tracks, attachments, tags and everything else
 * are not read. https://www.rfc-editor.org/rfc/rfc9559, https://www.webmproject.org/docs/container/
 */
import { maxVideo } from '../../contract/pages/pictures.ts'
import type { UploadRefusal } from '../../contract/upload-refusals.ts'
import { EbmlError, readElements, readUnsigned } from './ebml.ts'
import type { Element } from './ebml.ts'
import { isVideoCodec, readFrame } from './video-frames.ts'
import type { VideoCodec } from './video-frames.ts'
import { ids } from './webm-ids.ts'

export interface VideoFrame {
  /** When it is shown, in milliseconds since the beginning. */
  atMs: number
  needsEarlier: boolean
  /** Whether it is only there for later ones. */
  isInvisible: boolean
  picture: Buffer
  /** A frame of the same codec whose brightness says how opaque the picture is. */
  alpha: Buffer | undefined
}

export interface Video {
  codec: VideoCodec
  width: number
  height: number
  frames: VideoFrame[]
}

interface Track {
  number: number
  codec: string
  isPacked: boolean
}

/** Why a file is refused, thrown where that is found. */
class Refusal extends Error {
  readonly reason: UploadRefusal
  constructor(reason: UploadRefusal) {
    super(reason)
    this.reason = reason
  }
}

/** The numbers of track types and block additions. https://www.rfc-editor.org/rfc/rfc9559#section-5.1.4.1.3 */
const videoTrack = 1
const alphaAddition = 1
const invisibleFlag = 0x08
const lacingFlags = 0x06
const msNanoseconds = 1_000_000
/** The elements of a segment end a cluster of unknown size. */
const inSegment: ReadonlySet<number> = new Set([
  ids.seekHead,
  ids.info,
  ids.tracks,
  ids.cluster,
  ids.cues,
  ids.chapters,
  ids.attachments,
  ids.tags,
])
const endsBefore = (open: number, next: number) => open === ids.cluster && inSegment.has(next)

/** Returns whether a file begins like a WebM, or like another file of the same family. */
export function isWebm(file: Buffer): boolean {
  return file.length >= 4 && file.readUInt32BE(0) === ids.ebml
}

/** Returns the moving picture of a WebM, or why the file is refused. */
export function readWebm(file: Buffer): Video | UploadRefusal {
  try {
    return readVideo(file)
  } catch (error) {
    if (error instanceof Refusal) return error.reason
    if (error instanceof EbmlError || error instanceof RangeError) return 'picture_damaged'
    throw error
  }
}

function readVideo(file: Buffer): Video {
  const [head, segment] = readElements(file)
  if (head?.id !== ids.ebml || textOf(head.body, ids.docType) !== 'webm') throw new Refusal('video_codec')
  if (segment?.id !== ids.segment) throw new Refusal('picture_damaged')
  let scale = msNanoseconds
  let track: Track | undefined
  const frames: (VideoFrame & { size: Size | undefined })[] = []
  for (const { id, body } of readElements(segment.body, endsBefore)) {
    if (id === ids.info) scale = numberOf(body, ids.timestampScale) ?? msNanoseconds
    if (id === ids.tracks) track ??= findVideoTrack(body)
    if (id !== ids.cluster) continue
    const codec = codecOf(track)
    for (const frame of readCluster(body, track!.number, codec, scale / msNanoseconds)) frames.push(frame)
    if (frames.length > maxVideo.frames) throw new Refusal('video_large')
  }
  return { codec: codecOf(track), ...checkFrames(frames), frames }
}

type Size = { width: number; height: number }

/** Returns the size of a video, whose frames are in order, begin with a whole one, and are within the limits. */
function checkFrames(frames: (VideoFrame & { size: Size | undefined })[]): Size {
  const size = frames[0]?.size
  if (!size) throw new Refusal('picture_damaged')
  const isLong = frames.at(-1)!.atMs - frames[0]!.atMs > maxVideo.seconds * 1000
  const isLarge = frames.some(({ size }) => size && Math.max(size.width, size.height) > maxVideo.side)
  if (isLong || isLarge) throw new Refusal('video_large')
  if (frames.some(({ atMs }, i) => atMs < (frames[i - 1]?.atMs ?? atMs))) throw new Refusal('picture_damaged')
  return size
}

/** Returns the codec of a track. Throws Refusal for what browsers do not play, and for frames that are packed or encrypted. */
function codecOf(track: Track | undefined): VideoCodec {
  if (!track || track.isPacked || !isVideoCodec(track.codec)) throw new Refusal('video_codec')
  return track.codec
}

function findVideoTrack(tracks: Buffer): Track | undefined {
  for (const { id, body } of readElements(tracks)) {
    if (id !== ids.track || numberOf(body, ids.trackType) !== videoTrack) continue
    const isPacked = find(body, ids.contentEncodings) !== undefined
    return { number: numberOf(body, ids.trackNumber) ?? 0, codec: textOf(body, ids.codecId) ?? '', isPacked }
  }
  return undefined
}

function* readCluster(cluster: Buffer, track: number, codec: VideoCodec, tickMs: number) {
  const start = numberOf(cluster, ids.timestamp) ?? 0
  for (const element of readElements(cluster)) {
    const { block, alpha } = openBlock(element)
    // A track's number is an EBML number, of one byte here: no usual video has more than 126 tracks.
    if (!block || block.length < 4 || block[0] !== (0x80 | track)) continue
    if (block[3]! & lacingFlags) throw new Refusal('picture_damaged') // several frames in a block, which are for sound
    const picture = block.subarray(4)
    const header = readFrame(codec, picture)
    if (!header || (alpha && !readFrame(codec, alpha))) throw new Refusal('video_codec')
    yield {
      atMs: Math.max(0, Math.round((start + block.readInt16BE(1)) * tickMs)),
      needsEarlier: header.size === undefined,
      isInvisible: (block[3]! & invisibleFlag) !== 0,
      picture,
      alpha,
      size: header.size,
    }
  }
}

/** Returns the block of an element of a cluster, and the frame beside it that says how opaque its frame is. */
function openBlock({ id, body }: Element): { block?: Buffer | undefined; alpha?: Buffer | undefined } {
  if (id === ids.simpleBlock) return { block: body }
  if (id !== ids.blockGroup) return {}
  const additions = find(body, ids.blockAdditions)
  const more = additions && [...readElements(additions)].map((each) => each.body)
  const alpha = more?.find((each) => (numberOf(each, ids.blockAddId) ?? alphaAddition) === alphaAddition)
  return { block: find(body, ids.block), alpha: alpha && find(alpha, ids.blockAdditional) }
}

function find(bytes: Buffer, wanted: number): Buffer | undefined {
  for (const { id, body } of readElements(bytes)) if (id === wanted) return body
  return undefined
}

function numberOf(bytes: Buffer, id: number): number | undefined {
  const body = find(bytes, id)
  return body && Number(readUnsigned(body))
}

function textOf(bytes: Buffer, id: number): string | undefined {
  return find(bytes, id)?.toString('latin1').replace(/\0+$/, '')
}
