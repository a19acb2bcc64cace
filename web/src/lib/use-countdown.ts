import { useEffect, useState } from 'react'

/** Whole seconds until a moment of the server's clock, counted down; 0 when it has come. */
export function useSecondsTo(moment: string | undefined, clockLead: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return moment ? Math.max(0, Math.ceil((Date.parse(moment) - clockLead - now) / 1000)) : 0
}
