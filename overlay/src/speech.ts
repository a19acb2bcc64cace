/** Speaks the messages of alerts: by a file that the server has made, or by the browser's own voice. */
import type { Socket } from 'socket.io-client'
import { toSpokenText } from '../../contract/alerts/spoken-text.ts'
import type { OverlaySounds } from '../../contract/sockets.ts'
import type { QueuedAlert } from './alert-queue.ts'
import { wait } from './dom.ts'
import { soundEnd } from './sound.ts'

/** How long after an alert has begun its file may arrive, in milliseconds. */
const maxWaitMs = 3_000
/** A file that does not end by itself is stopped after this time, in milliseconds: 300 characters take half of it. */
const maxSpeechMs = 45_000
/** How many paths of alerts that still wait are kept. */
const maxPaths = 200

export interface Speech {
  /** Sets what is spoken from the next alert on. */
  choose(speech: OverlaySounds['speech']): void
  /** Begins to speak an alert, if the creator wants that: after its sound, and only if its speech is there in time. */
  begin(alert: QueuedAlert): void
  /** Resolves when the speech has ended or there is none. */
  end(): Promise<void>
  /** Stops the speech. */
  stop(): void
}

export function openSpeech(socket: Socket): Speech {
  let chosen: OverlaySounds['speech']
  let speaking = Promise.resolve()
  let stop = () => {}
  const paths = new Map<number, string>()
  let onPath = () => {}

  socket.on('speech', (seq: number, path: string) => {
    paths.set(seq, path)
    if (paths.size > maxPaths) paths.delete(paths.keys().next().value!)
    onPath()
  })

  /** Returns the path of an alert's file as soon as it is known; undefined after three seconds. */
  async function findPath({ seq, speech }: QueuedAlert): Promise<string | undefined> {
    if (speech) return speech
    if (!paths.has(seq)) {
      const arrival = new Promise<void>((done) => (onPath = () => paths.has(seq) && done()))
      await Promise.race([arrival, wait(maxWaitMs)])
    }
    return paths.get(seq)
  }

  async function speak(alert: QueuedAlert, stopped: Promise<void>, isStopped: () => boolean): Promise<void> {
    const { engine, voice, fromAmount, volume } = chosen!
    const text = toSpokenText(alert.message)
    // A show event has no amount, so it is spoken where all messages are.
    const amount = alert.kind === 'show' ? 0 : (alert.worth ?? alert).amount
    const isSpoken = alert.kind === 'tip' || alert.kind === 'show'
    if (!text || !isSpoken || (amount < fromAmount && !alert.isTest)) return
    const path = engine === 'file' ? await findPath(alert) : undefined
    await soundEnd()
    if (isStopped() || (engine === 'file' && !path)) return
    const ending = path ? playFile(path, volume / 100) : sayText(text, voice.slice(0, 5), volume / 100)
    await Promise.race([ending.ended, stopped, wait(maxSpeechMs)])
    ending.stop()
  }

  return {
    choose: (next) => (chosen = next),
    begin(alert) {
      stop()
      if (!chosen) return
      let isStopped = false
      const stopped = new Promise<void>((done) => {
        stop = () => {
          isStopped = true
          done()
        }
      })
      // A browser without a voice must not keep the next alert from being shown.
      speaking = Promise.race([speak(alert, stopped, () => isStopped), stopped]).catch(() => {})
    },
    end: () => speaking,
    stop: () => stop(),
  }
}

interface Ending {
  ended: Promise<unknown>
  stop(): void
}

function playFile(path: string, volume: number): Ending {
  const audio = new Audio(path)
  audio.volume = volume
  const ended = new Promise((done) => {
    audio.onended = audio.onerror = done
    void audio.play().then(undefined, done)
  })
  return { ended, stop: () => audio.pause() }
}

/** Speaks with the voice that the browser has for a language. */
function sayText(text: string, lang: string, volume: number): Ending {
  const utterance = new SpeechSynthesisUtterance(text)
  Object.assign(utterance, { lang, volume })
  const ended = new Promise((done) => {
    utterance.onend = utterance.onerror = done
  })
  speechSynthesis.speak(utterance)
  return { ended, stop: () => speechSynthesis.cancel() }
}
