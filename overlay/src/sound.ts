/** Plays the sound of alerts. */
import { soundPath } from '../../contract/alerts/sound-address.ts'
import type { AudioState, OverlaySounds } from '../../contract/sockets.ts'
import type { AlertSound } from '../../contract/alerts/sound-calls.ts'
import type { SoundChoice } from '../../contract/alerts/sounds.ts'

const standard = { source: 'builtin', name: 'drop' } as const

/** What alerts play that have no sound of their own, and what plays now or has played last. */
let audio = load(standard, 100)
let playing = audio

/** Sets what alerts play from the next one on, and loads it. A sound that plays now goes on. */
export function chooseSound({ sound, volume }: OverlaySounds): void {
  audio = load(sound, volume)
}

/**
 * Plays the sound from its start, or the alert's own, and resolves to the result; undefined if the creator wants none. A sound that
 * cannot be loaded, because it was deleted, is replaced by the standard one. Never rejects, because an ordinary browser blocks sound
 * until somebody clicks, and the alert is shown nevertheless.
 */
export async function playSound(own?: AlertSound | null): Promise<AudioState | undefined> {
  playing?.pause() // that of the alert before may be longer than the alert was
  playing = own ? load(own.sound, own.volume) : audio
  const result = await play(playing)
  if (result !== 'failed' || !playing || playing.src.endsWith(soundPath(standard)!)) return result
  playing = load(standard, playing.volume * 100)
  if (!own) audio = playing
  return play(playing)
}

/** Resolves when no sound plays. */
export async function soundEnd(): Promise<void> {
  const sound = playing
  if (!sound || sound.paused) return
  await new Promise((done) => {
    sound.onended = sound.onpause = sound.onerror = done
  })
}

/** Stops the sound. */
export function stopSound(): void {
  playing?.pause()
}

function load(sound: SoundChoice, volume: number): HTMLAudioElement | undefined {
  const path = soundPath(sound)
  if (!path || volume === 0) return undefined
  const loaded = new Audio(path)
  loaded.volume = volume / 100
  return loaded
}

async function play(element: HTMLAudioElement | undefined): Promise<AudioState | undefined> {
  if (!element) return undefined
  element.currentTime = 0
  return element.play().then(
    () => 'played',
    ({ name }: Error) => (name === 'NotAllowedError' ? 'blocked' : 'failed'),
  )
}
