import { useEffect, useState } from 'react'

/** Returns whether this browser can keep the screen on. It can only on pages that came by HTTPS. */
export function hasWakeLock(): boolean {
  return 'wakeLock' in navigator
}

/**
 * Keeps the screen on while `isOn`, and returns whether it is kept on now. Browsers end the lock when the page is hidden and when the
 * battery is low (https://developer.mozilla.org/docs/Web/API/Screen_Wake_Lock_API), so it is requested again when the page is seen again,
 * and at each tap, because Safari refuses the former after a visit to the home screen (https://bugs.webkit.org/show_bug.cgi?id=255363).
 */
export function useWakeLock(isOn: boolean): boolean {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (!isOn || !hasWakeLock()) return undefined
    let held: WakeLockSentinel | undefined
    let isOver = false

    async function hold(): Promise<void> {
      if (document.visibilityState !== 'visible' || (held && !held.released)) return
      try {
        const lock = await navigator.wakeLock.request('screen')
        if (isOver || (held && !held.released)) return await lock.release()
        held = lock
        lock.addEventListener('release', () => setIsHeld(false))
        setIsHeld(true)
      } catch {
        setIsHeld(false) // refused, for example to save power; the next tap tries again
      }
    }
    const handle = () => void hold()
    handle()
    document.addEventListener('visibilitychange', handle)
    document.addEventListener('pointerup', handle)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', handle)
      document.removeEventListener('pointerup', handle)
      void held?.release()
      setIsHeld(false)
    }
  }, [isOn])
  return isHeld
}
