/** Plays the sound of an alert. */
import type { AudioState } from '../../contract/sockets.ts'

const audio = new Audio(new URL('./alert-sound.wav', import.meta.url).href)

/**
 * Plays the sound from its start and resolves to the result. Never rejects, because an ordinary browser blocks sound until
 * somebody clicks, and the alert is shown nevertheless.
 */
export function playSound(): Promise<AudioState> {
  audio.currentTime = 0
  return audio.play().then(
    () => 'played',
    ({ name }: Error) => (name === 'NotAllowedError' ? 'blocked' : 'failed'),
  )
}
