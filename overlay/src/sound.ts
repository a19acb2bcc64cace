/** The sound of an alert. */
import type { AudioState } from '../../contract/sockets.ts'

const audio = new Audio(new URL('./alert-sound.wav', import.meta.url).href)

/**
 * Plays the sound from its start; resolves to what became of it. Without it the alert goes on: an ordinary browser forbids sound
 * until somebody clicks.
 */
export function playSound(): Promise<AudioState> {
  audio.currentTime = 0
  return audio.play().then(
    () => 'played',
    ({ name }: Error) => (name === 'NotAllowedError' ? 'blocked' : 'failed'),
  )
}
