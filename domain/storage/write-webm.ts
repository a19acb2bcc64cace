/**
 * Writes a moving picture as a WebM that has nothing else. Frames are written as they are, so they lose no quality.
 * https://www.rfc-editor.org/rfc/rfc9559
 */
import { writeElement, writeNumber } from './ebml.ts'
import type { Video, VideoFrame } from './read-webm.ts'
import { ids } from './webm-ids.ts'

/** How far a block's time may be from its cluster's: the number has 16 bits with a sign. */
const maxClusterMs = 30_000
/** How long the last frame is shown if it is the only one, in milliseconds. */
const stillMs = 1_000

export function writeWebm(video: Video): Buffer {
  return Buffer.concat([
    writeElement(
      ids.ebml,
      writeText(ids.docType, 'webm'),
      writeNumber(ids.docTypeVersion, 4),
      writeNumber(ids.docTypeReadVersion, 2),
    ),
    writeElement(ids.segment, writeInfo(video), writeTracks(video), ...writeClusters(video.frames)),
  ])
}

function writeInfo({ frames }: Video): Buffer {
  const [first, last] = [frames[0]!.atMs, frames.at(-1)!.atMs]
  const duration = Buffer.alloc(8)
  // The last frame is shown as long as the others are on average.
  duration.writeDoubleBE(last - first + (frames.length > 1 ? (last - first) / (frames.length - 1) : stillMs))
  return writeElement(
    ids.info,
    writeNumber(ids.timestampScale, 1_000_000),
    writeElement(ids.duration, duration),
    writeText(ids.muxingApp, 'brimful'),
    writeText(ids.writingApp, 'brimful'),
  )
}

function writeTracks({ codec, width, height, frames }: Video): Buffer {
  const hasAlpha = frames.some(({ alpha }) => alpha)
  const size = [writeNumber(ids.pixelWidth, width), writeNumber(ids.pixelHeight, height)]
  return writeElement(
    ids.tracks,
    writeElement(
      ids.track,
      writeNumber(ids.trackNumber, 1),
      writeNumber(ids.trackUid, 1),
      writeNumber(ids.trackType, 1),
      writeText(ids.codecId, codec),
      ...(hasAlpha ? [writeNumber(ids.maxBlockAdditionId, 1)] : []),
      writeElement(ids.video, ...(hasAlpha ? [writeNumber(ids.alphaMode, 1)] : []), ...size),
    ),
  )
}

function writeClusters(frames: readonly VideoFrame[]): Buffer[] {
  const origin = frames[0]!.atMs
  const clusters: { startMs: number; blocks: Buffer[] }[] = []
  for (const frame of frames) {
    const atMs = frame.atMs - origin
    const last = clusters.at(-1)
    const isNew = !last || !frame.needsEarlier || atMs - last.startMs > maxClusterMs
    const cluster = isNew ? { startMs: atMs, blocks: [] } : last
    if (isNew) clusters.push(cluster)
    cluster.blocks.push(writeFrame(frame, atMs - cluster.startMs))
  }
  return clusters.map(({ startMs, blocks }) =>
    writeElement(ids.cluster, writeNumber(ids.timestamp, startMs), ...blocks),
  )
}

function writeFrame({ picture, alpha, needsEarlier, isInvisible }: VideoFrame, offsetMs: number): Buffer {
  const head = Buffer.from([0x81, 0, 0, isInvisible ? 0x08 : 0])
  head.writeInt16BE(offsetMs, 1)
  if (!alpha) {
    if (!needsEarlier) head[3]! |= 0x80
    return writeElement(ids.simpleBlock, head, picture)
  }
  const more = writeElement(
    ids.blockMore,
    writeNumber(ids.blockAddId, 1),
    writeElement(ids.blockAdditional, alpha),
  )
  return writeElement(
    ids.blockGroup,
    writeElement(ids.block, head, picture),
    writeElement(ids.blockAdditions, more),
    // A frame that needs an earlier one says so by a reference, whose value players do not read.
    ...(needsEarlier ? [writeElement(ids.referenceBlock, Buffer.from([0xff]))] : []),
  )
}

function writeText(id: number, text: string): Buffer {
  return writeElement(id, Buffer.from(text, 'latin1'))
}
