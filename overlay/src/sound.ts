/** The sound of an alert. */
const audio = new Audio(new URL('./alert-sound.wav', import.meta.url).href)

/** Plays the sound from its start. Without it the alert goes on: an ordinary browser forbids sound until somebody clicks. */
export function playSound(): void {
  audio.currentTime = 0
  audio.play().catch(() => {})
}
