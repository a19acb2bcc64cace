import { useEffect, useEffectEvent } from 'react'

/** Calls `handleReturn` when the browser restores this page from its back/forward cache. */
export function useOnReturn(handleReturn: () => void): void {
  const handle = useEffectEvent(handleReturn)
  useEffect(() => {
    const handleShow = ({ persisted }: PageTransitionEvent) => persisted && handle()
    window.addEventListener('pageshow', handleShow)
    return () => window.removeEventListener('pageshow', handleShow)
  }, [])
}
