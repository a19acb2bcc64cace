import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../../lib/format.ts'
import mp4 from './alert-preview.mp4'
import webm from './alert-preview.webm'
import './alert-preview.css'
import { useReducedMotion } from '../../../lib/media-query.ts'

const sampleAmount = 1000

/** A looping video of an alert over a game. It plays by itself unless the visitor prefers reduced motion. */
export function AlertPreview({ currency }: { currency: PayoutCurrency | null }) {
  const { video, isPlaying, handleToggle, events, hasReducedMotion } = usePlayback()
  const amount = formatAmount(sampleAmount, currency)
  const Icon = isPlaying ? Pause : Play
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-sm font-semibold">{m.stream_preview()}</figcaption>
      <div className="alert-preview @container relative aspect-video overflow-hidden rounded-card border border-line">
        <video
          ref={video}
          aria-label={m.stream_preview_label()}
          loop
          muted
          autoPlay={!hasReducedMotion}
          playsInline
          disablePictureInPicture
          preload="auto"
          className="size-full object-cover"
          {...events}
        >
          <source src={webm} type="video/webm" />
          <source src={mp4} type="video/mp4" />
        </video>
        <SampleText amount={amount} />
        <button
          type="button"
          aria-label={isPlaying ? m.stream_preview_pause() : m.stream_preview_play()}
          onClick={handleToggle}
          className="absolute right-1 bottom-1 grid size-11 place-items-center text-white"
        >
          <span className="grid size-8 place-items-center rounded-full bg-veil">
            <Icon aria-hidden className="size-4" fill="currentColor" />
          </span>
        </button>
      </div>
    </figure>
  )
}

/** The text of an alert, positioned as in the overlay. */
function SampleText({ amount }: { amount: string }) {
  return (
    <div className="alert-preview-text pointer-events-none absolute inset-0 text-center">
      <p aria-hidden className="alert-preview-glass money">
        {amount}
      </p>
      <p className="alert-preview-who money">
        {m.stream_sample_name()} <em>{m.stream_sample_tipped({ amount })}</em>
      </p>
      <p className="alert-preview-goal">
        {m.stream_sample_towards({ goal: m.stream_sample_goal() })} <span>{m.stream_sample_thanks()}</span>
      </p>
    </div>
  )
}

/** Returns the state of the video and a function to play or pause it. The state follows the video's own events. */
function usePlayback() {
  const video = useRef<HTMLVideoElement>(null)
  const hasReducedMotion = useReducedMotion()
  const [isPlaying, setIsPlaying] = useState(!hasReducedMotion)

  useEffect(() => {
    if (!video.current) return
    if (hasReducedMotion) video.current.pause()
    else play(video.current)
  }, [hasReducedMotion])

  function handleToggle() {
    if (!video.current) return
    if (isPlaying) video.current.pause()
    else play(video.current)
  }
  const events = { onPlay: () => setIsPlaying(true), onPause: () => setIsPlaying(false) }
  return { video, isPlaying, handleToggle, events, hasReducedMotion }
}

/** Plays the video. If the browser refuses, as in power-saving mode, the button keeps offering to play. */
function play(video: HTMLVideoElement): void {
  video.play().catch(() => video.pause())
}
