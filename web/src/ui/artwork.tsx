import { clsx } from 'clsx'

interface ArtworkProps {
  /** The text that the picture is generated from: the username if it is known. */
  seed: string
  /** Width divided by height. */
  ratio?: number
  className?: string
}

/** Colours of the sky, the disc, the far and the near hill. */
const palettes = [
  ['#2a1e52', '#ffb020', '#6c4cf1', '#ff6b4a'],
  ['#ffe3b0', '#ff6b4a', '#ffb020', '#6c4cf1'],
  ['#6c4cf1', '#fff1dc', '#ff6b4a', '#2a1e52'],
  ['#0b5f4a', '#ffd27a', '#15a374', '#0a3a4a'],
  ['#ffc9b8', '#fffbf5', '#ff6b4a', '#8a2f5c'],
  ['#1b3a6b', '#ff8a5c', '#3f7fd0', '#ffb020'],
  ['#d9d0ff', '#6c4cf1', '#ab98ff', '#2a1e52'],
  ['#7a1f4a', '#ffb020', '#d92d4b', '#ff8a5c'],
] as const

const height = 64

/** Generated artwork for creators without a picture: a disc over two hills. The same seed gives the same picture. */
export function Artwork({ seed, ratio = 1, className }: ArtworkProps) {
  const pick = picker(seed)
  const width = height * ratio
  const [sky, disc, far, near] = palettes[pick(palettes.length)]!
  const level = 34 + pick(10)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      className={clsx('block', className)}
    >
      <rect width={width} height={height} fill={sky} />
      <circle cx={width * (0.25 + pick(51) / 100)} cy={14 + pick(14)} r={8 + pick(7)} fill={disc} />
      <path d={swell(width, level, 5 + pick(6), pick(40))} fill={far} />
      <path d={swell(width, level + 9 + pick(5), 4 + pick(5), pick(40))} fill={near} />
    </svg>
  )
}

/** Returns the outline of a hill: `rise` is its height, `shift` moves it to the left. */
function swell(width: number, level: number, rise: number, shift: number): string {
  const waves = Math.ceil((width + 40) / 40)
  return `M${-shift} ${level}q10 ${-rise} 20 0${'t20 0'.repeat(waves * 2)}V${height}H${-shift}z`
}

/** Returns a deterministic random number generator for a seed (FNV-1a, then the high bits of an LCG). */
function picker(seed: string): (bound: number) => number {
  let state = 0x811c9dc5
  for (const letter of seed.toLowerCase()) state = Math.imul(state ^ letter.codePointAt(0)!, 0x01000193)
  return (bound) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return ((state ^ (state >>> 13)) >>> 0) % bound
  }
}
