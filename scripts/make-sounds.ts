/**
 * Makes our own alert sounds, without samples of others: `node --import tsx scripts/make-sounds.ts`. It writes WAV files of 16 bit
 * and one channel into `web/public/sounds/`, where they are committed. `drop.wav` is the first sound, and is not made here.
 */
import { mkdirSync, writeFileSync } from 'node:fs'

const folder = new URL('../web/public/sounds/', import.meta.url)
const sampleRate = 22_050
/** The loudest sample of each sound, as a share of the largest possible one. */
const peak = 0.8

interface Note {
  /** When the note begins and how long it sounds, in seconds. */
  at: number
  length: number
  /** In hertz, at the begin and at the end. */
  from: number
  to?: number
  /** The strength of each harmonic. */
  harmonics: readonly number[]
  /** How fast the note fades: the larger, the faster. */
  decay: number
  /** Seconds until the note is at its loudest. */
  attack?: number
}

const bell = [1, 0.1, 0.5, 0.05, 0.25]
const wood = [1, 0, 0, 0.35]
const brass = [1, 0.8, 0.6, 0.45, 0.3, 0.2]
const square = [1, 0, 0.33, 0, 0.2]

const sounds: Record<string, Note[]> = {
  chime: [880, 1108.7, 1318.5].map((from, i) => ({
    at: i * 0.11,
    length: 0.9,
    from,
    harmonics: bell,
    decay: 4.5,
  })),
  coin: [
    { at: 0, length: 0.09, from: 987.8, harmonics: square, decay: 3 },
    { at: 0.08, length: 0.55, from: 1318.5, harmonics: square, decay: 6 },
  ],
  marimba: [523.3, 659.3, 784, 1046.5].map((from, i) => ({
    at: i * 0.09,
    length: 0.5,
    from,
    harmonics: wood,
    decay: 9,
  })),
  pop: [{ at: 0, length: 0.16, from: 320, to: 1150, harmonics: [1, 0.2], decay: 14 }],
  fanfare: [
    [0, 0.13, 392],
    [0.14, 0.13, 523.3],
    [0.28, 0.13, 659.3],
    [0.42, 0.75, 784],
  ].map(([at = 0, length = 0, from = 0]) => ({
    at,
    length,
    from,
    harmonics: brass,
    decay: 2.2,
    attack: 0.02,
  })),
}

mkdirSync(folder, { recursive: true })
for (const [name, notes] of Object.entries(sounds))
  writeFileSync(new URL(`${name}.wav`, folder), toWav(mix(notes)))

function mix(notes: Note[]): Float64Array {
  const length = Math.max(...notes.map((note) => note.at + note.length))
  const mixed = new Float64Array(Math.ceil(length * sampleRate))
  for (const note of notes) addNote(mixed, note)
  const loudest = Math.max(...mixed.map(Math.abs))
  return mixed.map((sample) => (sample / loudest) * peak)
}

function addNote(mixed: Float64Array, { at, length, from, to = from, ...note }: Note): void {
  const { harmonics, decay, attack = 0.004 } = note
  const fadeOut = 0.02
  let phase = 0
  for (let i = 0; i < length * sampleRate; i++) {
    const time = i / sampleRate
    phase += (2 * Math.PI * (from + ((to - from) * time) / length)) / sampleRate
    const wave = harmonics.reduce((sum, strength, n) => sum + strength * Math.sin(phase * (n + 1)), 0)
    const envelope = Math.min(1, time / attack, (length - time) / fadeOut) * Math.exp(-decay * time)
    const place = Math.round(at * sampleRate) + i
    if (place < mixed.length) mixed[place] = mixed[place]! + wave * envelope
  }
}

function toWav(samples: Float64Array): Buffer {
  const bytes = samples.length * 2
  const wav = Buffer.alloc(44 + bytes)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + bytes, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(sampleRate, 24)
  wav.writeUInt32LE(sampleRate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(bytes, 40)
  samples.forEach((sample, i) => wav.writeInt16LE(Math.round(sample * 32_767), 44 + i * 2))
  return wav
}
