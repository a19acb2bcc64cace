import { Play, Square } from 'lucide-react'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Button } from '../../../ui/button.tsx'
import { usePlayer } from './use-player.ts'

interface ListenButtonProps {
  /** The address of the sound; without one the button is disabled. */
  path: string | undefined
  /** In per cent. */
  volume: number
}

/** A button that plays a sound in this browser, and stops it. */
export function ListenButton({ path, volume }: ListenButtonProps) {
  const { isPlaying, play, stop } = usePlayer()
  const Icon = isPlaying ? Square : Play
  return (
    <Button disabled={!path} onClick={() => (isPlaying ? stop() : path && play(path, volume))}>
      <Icon aria-hidden className="size-4" />
      <span>{isPlaying ? m.sound_stop() : m.sound_listen()}</span>
    </Button>
  )
}
