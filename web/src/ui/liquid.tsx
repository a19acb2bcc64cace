import { clsx } from 'clsx'
import { useEffect, useId, useRef } from 'react'
import type { Ref } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { prefersReducedMotion } from '../lib/media-query.ts'
import { percentOf, spillOf, surfaceAt } from './liquid-level.ts'
import './liquid.css'

interface LiquidProps {
  /** The level of the liquid: 0 is empty, 1 is full; more spills over. */
  level: number
  /** The accessible name. Without it the glass is hidden from screen readers. */
  name?: string
  /** Height divided by width. */
  ratio?: number
  /** Whether the percentage is shown in the middle. */
  hasLabel?: boolean
  className?: string
}

const pad = { side: 8, top: 14, bottom: 3 }

/** A glass filled to a goal's level. The liquid sways when it rises and spills when the goal is exceeded. */
export function Liquid({ level, name, ratio = 1.32, hasLabel = true, className = 'w-24' }: LiquidProps) {
  const id = useId()
  const height = 100 * ratio
  const surface = surfaceAt(level, height)
  const rocking = useSway(level)
  const box = { width: 100 + 2 * pad.side, height: height + pad.top + pad.bottom }
  const meter = name ? meterAttributes(level, name) : { 'aria-hidden': true }

  return (
    <div {...meter} className={clsx('@container relative shrink-0', className)}>
      <svg
        aria-hidden
        viewBox={`${-pad.side} ${-pad.top} ${box.width} ${box.height}`}
        className="block w-full"
      >
        <defs>
          <linearGradient
            id={`${id}-fill`}
            gradientUnits="userSpaceOnUse"
            {...{ x1: 0, y1: 0, x2: 0, y2: height - surface + 6 }}
          >
            <stop offset="0" stopColor="var(--color-amber)" />
            <stop offset="1" stopColor="var(--color-coral)" />
          </linearGradient>
          <clipPath id={`${id}-vessel`}>
            {/* Clips to the middle of the rim, because the liquid would show outside the rim when clipped to its outer edge. */}
            <rect x="1" y="1" width="98" height={height - 2} rx="19" />
          </clipPath>
        </defs>
        <rect width="100" height={height} rx="20" fill="var(--color-glass)" />
        <g clipPath={`url(#${id}-vessel)`}>
          <g className="liquid-level" style={{ transform: `translateY(${surface}px)` }}>
            <Waves ref={rocking} height={height} fill={`url(#${id}-fill)`} />
            <Bubbles depth={height - surface} />
          </g>
        </g>
        <Rim height={height} />
        {level > 1 && <Spill amount={spillOf(level)} height={height} />}
      </svg>
      {hasLabel && <Label percent={percentOf(level)} depth={1 - surface / height} box={box} />}
    </div>
  )
}

function meterAttributes(level: number, name: string) {
  const percent = percentOf(level)
  return {
    role: 'progressbar',
    'aria-label': name,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': Math.min(percent, 100),
    'aria-valuetext': m.liquid_percent({ percent }),
  } as const
}

interface WavesProps {
  ref: Ref<SVGGElement>
  height: number
  fill: string
}

function Waves({ ref, height, fill }: WavesProps) {
  return (
    <g ref={ref}>
      <path className="liquid-wave-back" d={wave(3.4, 12, height)} fill="var(--color-amber)" opacity="0.5" />
      <path className="liquid-wave" d={wave(2.6, 0, height)} fill={fill} />
    </g>
  )
}

function Rim({ height }: { height: number }) {
  const box = { x: 1, y: 1, width: 98, height: height - 2, rx: 19 }
  return <rect {...box} fill="none" stroke="var(--color-glass-rim)" strokeWidth="2" />
}

/** A wave with a length of 50 units, twice as wide as the glass so that it can travel; `shift` moves its phase. */
function wave(amplitude: number, shift: number, height: number): string {
  const crests = 't25 0'.repeat(11)
  return `M${-50 - shift} 0q12.5 ${-2 * amplitude} 25 0${crests}V${height + 20}H${-50 - shift}z`
}

function Bubbles({ depth }: { depth: number }) {
  if (depth < 40) return null
  const at = [
    { x: 30, y: 0.45, r: 3, delay: 0 },
    { x: 68, y: 0.6, r: 5, delay: -2.3 },
    { x: 54, y: 0.85, r: 2.4, delay: -4.1 },
  ]
  return at.map(({ x, y, r, delay }) => (
    <circle
      key={x}
      className="liquid-bubble"
      style={{ animationDelay: `${delay}s` }}
      cx={x}
      cy={Math.max(depth * y, 14)}
      r={r}
      fill="#fff"
      opacity="0.3"
    />
  ))
}

/** The liquid that runs over the rim. The more is spilled, the further down it reaches. */
function Spill({ amount, height }: { amount: number; height: number }) {
  const left = Math.min(32 + amount * 40, height - 20)
  const right = Math.min(24 + amount * 26, height - 24)
  const run = `M0 ${left}V22Q0 0 22 0H78Q100 0 100 22V${right}`
  const ends = [
    { cx: 0, cy: left, r: 5.4 },
    { cx: 100, cy: right, r: 5 },
    { cx: 0, cy: left + 14, r: 2.8 },
  ]
  return (
    <g data-spill fill="var(--color-amber)">
      <g fill="var(--color-amber-deep)" stroke="var(--color-amber-deep)" strokeWidth="2.4">
        <path d={run} fill="none" strokeWidth="9.4" strokeLinecap="round" />
        {ends.map((end) => (
          <circle key={end.cy} {...end} />
        ))}
      </g>
      <path d="M12 2C24 -14 76 -14 88 2z" stroke="var(--color-amber-deep)" strokeWidth="1.4" />
      <path d={run} fill="none" stroke="var(--color-amber)" strokeWidth="7.4" strokeLinecap="round" />
      <path d="M12 2C24 -12.6 76 -12.6 88 2V5H12z" />
      {ends.map((end) => (
        <circle key={end.cy} {...end} />
      ))}
      <path
        d="M26 -3.2C37 -8 56 -8.6 68 -5"
        fill="none"
        stroke="#fff"
        strokeWidth="2.2"
        strokeLinecap="round"
        opacity="0.65"
      />
    </g>
  )
}

interface LabelProps {
  percent: number
  depth: number
  box: { width: number; height: number }
}

/** The percentage, drawn once in the glass's colour and once in the liquid's, clipped at the surface. */
function Label({ percent, depth, box }: LabelProps) {
  const text = m.liquid_percent({ percent })
  const place = {
    left: `${(pad.side / box.width) * 100}%`,
    right: `${(pad.side / box.width) * 100}%`,
    top: `${(pad.top / box.height) * 100}%`,
    bottom: `${(pad.bottom / box.height) * 100}%`,
  }
  const dry = Math.min(Math.max(1 - depth, 0), 1) * 100
  const labelClass = 'money absolute grid place-items-center text-[21cqw] leading-none whitespace-nowrap'
  return (
    <>
      <span aria-hidden className={labelClass} style={place}>
        {text}
      </span>
      <span
        aria-hidden
        data-text={text}
        className={clsx(labelClass, 'liquid-label text-on-accent after:content-[attr(data-text)]')}
        style={{ ...place, clipPath: `inset(${dry}% 0 0 0)` }}
      />
    </>
  )
}

/** Sways the surface each time the level rises, unless the visitor prefers reduced motion. */
function useSway(level: number) {
  const surface = useRef<SVGGElement>(null)
  const before = useRef(level)
  useEffect(() => {
    const rises = level > before.current
    before.current = level
    if (!rises || !surface.current?.animate || prefersReducedMotion()) return
    const swing = [0, 7, -6, 4.5, -3, 1.5, 0].map((angle) => ({ transform: `rotate(${angle}deg)` }))
    surface.current.style.transformOrigin = '50px 0'
    surface.current.animate(swing, { duration: 2200, easing: 'ease-in-out' })
  }, [level])
  return surface
}
