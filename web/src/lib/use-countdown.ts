import { useEffect, useState } from 'react'

/** Counts down the whole seconds until a moment of the server's clock; 0 once it has passed. */
export function useCountdown(moment: string | undefined, clockOffsetMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return moment ? Math.max(0, Math.ceil((Date.parse(moment) - clockOffsetMs - now) / 1000)) : 0
}
