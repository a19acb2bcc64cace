/**
 * Reads an MP3 file and keeps nothing but its frames. Players skip tags, zeros and other bytes wherever they are, so all of them are
 * accepted and left out.
 */
import type { SoundCut } from '../../contract/alerts/sounds.ts'
import type { UploadRefusal } from '../../contract/upload-refusals.ts'
import { hasForeignContent } from './foreign-content.ts'
import { endOfTags } from './mp3-tags.ts'
import type { SoundParts } from './sound-parts.ts'

/**
 * Bit rates in kbit/s and sample rates in Hz of layer III, by their numbers in a frame's header
 * (http://www.mp3-tech.org/programmer/frame_header.html).
 */
const bitRates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const sampleRates = [44_100, 48_000, 32_000]
/** Fewer frames in a row can be other bytes that look like frames. */
const minFrames = 3

interface Frame {
  bytes: number
  samples: number
  sampleRate: number
  channels: 1 | 2
}

/** Frames of one kind, one after the other. */
interface Run {
  kind: Frame
  frames: Buffer[]
  end: number
}

/**
 * Returns the frames and their duration, or why the file is refused. Frames of another sample rate or number of channels than the
 * first are cut, because Chromium stops there with a decoding error. A last frame that is cut off is left out without a word, because
 * encoders and editors leave such.
 */
export function readMp3(file: Buffer): SoundParts | UploadRefusal {
  const runs: Run[] = []
  const others: Buffer[] = []
  const cut: SoundCut[] = []
  let at = endOfTags(file, 0)
  while (at < file.length) {
    const next = findRun(file, at)
    const other = file.subarray(at, next)
    if (other.length > 0 && !isCutFrame(other)) others.push(other)
    const run = readRun(file, next)
    if (!run) break
    if (runs[0] && !isSameKind(runs[0].kind, run.kind)) {
      cut.push('second')
      break
    }
    runs.push(run)
    at = endOfTags(file, run.end)
  }
  if (!runs[0]) return 'sound_damaged'
  if (others.some(hasForeignContent)) return 'sound_foreign'
  if (others.length > 0) cut.push('other')
  const { samples, sampleRate } = runs[0].kind
  const frames = runs.flatMap((run) => (runs.length > 1 ? run.frames.filter(hasSound) : run.frames))
  const durationMs = ((frames.length * samples) / sampleRate) * 1000
  return { durationMs, audio: Buffer.concat(frames), cut }
}

/** Returns where the next run begins; the length of the file if there is no other. */
function findRun(file: Buffer, from: number): number {
  let at = file.indexOf(0xff, from)
  while (at !== -1 && !readRun(file, at, minFrames)) at = file.indexOf(0xff, at + 1)
  return at === -1 ? file.length : at
}

/** Reads the run at a position, up to a number of frames; undefined if fewer than three frames are there. */
function readRun(file: Buffer, start: number, max = Number.POSITIVE_INFINITY): Run | undefined {
  const kind = readFrame(file, start)
  const frames: Buffer[] = []
  let end = start
  for (let frame = kind; kind && frame && frames.length < max; frame = readFrame(file, end)) {
    if (!isSameKind(kind, frame) || end + frame.bytes > file.length) break
    frames.push(file.subarray(end, end + frame.bytes))
    end += frame.bytes
  }
  return kind && frames.length >= minFrames ? { kind, frames, end } : undefined
}

function isSameKind(one: Frame, other: Frame): boolean {
  return one.sampleRate === other.sampleRate && one.channels === other.channels
}

function readFrame(file: Buffer, at: number): Frame | undefined {
  if (at + 4 > file.length) return undefined
  const header = file.readUInt32BE(at)
  const [sync, version, layer] = [header >>> 21, (header >>> 19) & 3, (header >>> 17) & 3]
  const bitRate = bitRates[version === 3 ? 'mpeg1' : 'mpeg2'][(header >>> 12) & 15]
  const baseRate = sampleRates[(header >>> 10) & 3]
  if (sync !== 0x7ff || version === 1 || layer !== 1 || !bitRate || !baseRate) return undefined
  const samples = version === 3 ? 1152 : 576
  const sampleRate = baseRate / { 3: 1, 2: 2, 0: 4 }[version]!
  const bytes = Math.floor((samples / 8) * ((bitRate * 1000) / sampleRate)) + ((header >>> 9) & 1)
  return { bytes, samples, sampleRate, channels: ((header >>> 6) & 3) === 3 ? 1 : 2 }
}

/** Returns whether the last bytes of a file are a frame that is cut off. */
function isCutFrame(rest: Buffer): boolean {
  const frame = readFrame(rest, 0)
  return frame !== undefined && frame.bytes > rest.length
}

/**
 * Returns whether a frame has sound. Other frames announce how many follow, which is no longer true of joined files
 * (http://gabriel.mp3-tech.org/mp3infotag.html).
 */
function hasSound(frame: Buffer): boolean {
  return !/^[^]{4}\0*(Xing|Info|VBRI)/.test(frame.toString('latin1', 0, 48))
}
