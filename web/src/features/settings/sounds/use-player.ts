import { useEffect, useRef, useState } from 'react'
import { m } from '../../../../../i18n/compiled/messages.js'
import { toast } from '../../../lib/toast.ts'

/** Plays one sound at a time, and stops it when the component goes. `isPlaying` says whether a button should offer to stop. */
export function usePlayer() {
  const audio = useRef<HTMLAudioElement>(undefined)
  const [isPlaying, setIsPlaying] = useState(false)

  function stop() {
    audio.current?.pause()
    audio.current = undefined
    setIsPlaying(false)
  }

  /** Plays a sound at a volume in per cent. */
  function play(path: string, volume: number) {
    stop()
    const sound = new Audio(path)
    const isCurrent = () => audio.current === sound
    sound.volume = volume / 100
    sound.addEventListener('ended', () => isCurrent() && stop())
    audio.current = sound
    setIsPlaying(true)
    sound.play().catch(() => {
      if (!isCurrent()) return // another sound has replaced it
      stop()
      toast.error(m.sound_blocked())
    })
  }
  useEffect(() => () => audio.current?.pause(), [])
  return { isPlaying, play, stop }
}
