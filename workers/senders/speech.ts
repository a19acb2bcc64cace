/** Speaks the messages of alerts. The alert itself never waits for this: it is stored and shown before. */
import { SpeechBusyError, SpeechRefusedError } from '../../domain/speech/google-speech.ts'
import { SpeechCapError, speakAlert } from '../../domain/speech/make-speech.ts'
import type { SpeechContext } from '../../domain/speech/make-speech.ts'
import { publish } from '../context.ts'
import type { WorkerContext } from '../context.ts'
import type { Send } from '../dispatcher.ts'
import { GiveUpError, SlowDownError } from '../errors.ts'

/**
 * Returns the sender. It tells the servers where the file is, and they tell the creator's overlays. A delivery that is repeated
 * uses the file that exists.
 */
export function speechSender(ctx: WorkerContext, speech: Omit<SpeechContext, 'db'>): Send {
  return async ({ eventId }) => {
    if (eventId === null) return
    const spoken = await speakAlert({ db: ctx.db, ...speech }, eventId).catch((error: unknown) => {
      throw toWorkerError(error)
    })
    if (spoken) await publish(ctx, { kind: 'speech', ...spoken })
  }
}

function toWorkerError(error: unknown): unknown {
  if (error instanceof SpeechCapError) return new GiveUpError('speechCap')
  if (error instanceof SpeechRefusedError) return new GiveUpError('speechRefused')
  return error instanceof SpeechBusyError ? new SlowDownError(error.retryAfterMs, 'destination') : error
}
