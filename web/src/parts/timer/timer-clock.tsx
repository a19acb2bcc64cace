import { useEffect, useState } from 'react'
import { formatLeft } from '../../../../contract/timer/time-left.ts'
import type { OwnTimer } from '../../../../contract/timer/timer-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'

const statusTexts = {
  idle: m.donothon_status_idle,
  running: m.donothon_status_running,
  paused: m.donothon_status_paused,
  ended: m.donothon_status_ended,
} as const

interface TimerClockProps {
  timer: OwnTimer
  /** How many milliseconds the server's clock is ahead of this browser's. */
  aheadMs: number
  /** Classes of its size; without them it is as large as on the timer's page. */
  className?: string
}

/** The clock of a timer, as the stream shows it, and its status. */
export function TimerClock({ timer, aheadMs, className = 'text-5xl' }: TimerClockProps) {
  const nowMs = useTick() + aheadMs
  const leftMs = leftOf(timer, nowMs)
  const status = timer.status === 'running' && leftMs === 0 ? 'ended' : timer.status
  return (
    <p className={`flex flex-wrap items-baseline gap-x-4 ${className}`}>
      <span role="timer" className="money font-extrabold tabular-nums">
        {formatLeft(leftMs)}
      </span>
      <span className="text-base text-muted">{statusTexts[status]()}</span>
    </p>
  )
}

function useTick(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return now
}

function leftOf({ status, endsAt, restMs }: OwnTimer, nowMs: number): number {
  if (status === 'paused') return restMs ?? 0
  return status === 'running' && endsAt ? Math.max(0, Date.parse(endsAt) - nowMs) : 0
}
