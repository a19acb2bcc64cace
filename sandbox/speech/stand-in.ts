/** The stand-in for Google's Text-to-Speech: `text:synthesize` and `voices` of version 1. */
import { randomBytes } from 'node:crypto'
import express, { Router } from 'express'
import * as z from 'zod'
import { addFaultControls } from '../control.ts'
import { ApiError, callFaults, openFaults, respond, type Faults, type Reply } from '../faults.ts'
import { escapeHtml, page, table } from '../page.ts'
import type { StandIn, StandInContext } from '../stand-in.ts'
import { voices } from './voices.ts'

const operations = ['synthesize', 'voices'] as const
type Operation = (typeof operations)[number]
const faultNames = [...callFaults, 'quota'] as const

/** https://docs.cloud.google.com/text-to-speech/quotas */
const maxBytes = 5_000
const requestsPerMinute = 1_000

export interface Spoken {
  text: string
  voice: string
  at: string
}

interface Speech {
  apiKey: string
  spoken: Spoken[]
  faults: Faults<Operation, (typeof faultNames)[number]>
}

/** Returns an error in the form of https://google.aip.dev/193. */
function refusal(status: number, name: string, message: string, reason?: string): ApiError {
  const details = reason && {
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }],
  }
  return new ApiError(status, { error: { code: status, message, status: name, ...details } })
}
const invalid = (message: string) => refusal(400, 'INVALID_ARGUMENT', message)

/** Opens the stand-in. The key is stored in the sandbox's `State`; what was spoken is in memory. */
export function openSpeech({ origin, state }: StandInContext): StandIn {
  const keys = state.collection<string>('speech-keys')
  const apiKey = (keys['app'] ??= `AIza${randomBytes(26).toString('base64url')}`)
  state.save()
  const speech: Speech = { apiKey, spoken: [], faults: openFaults() }
  const times: number[] = []

  function countRequest(): void {
    const now = Date.now()
    while (times[0] !== undefined && times[0] <= now - 60_000) times.shift()
    if (times.length >= requestsPerMinute) throw quotaExceeded()
    times.push(now)
  }

  const router = Router()
  const json = express.json({ limit: '1mb' })
  router.post('/v1/text\\:synthesize', json, (request, response) => {
    const fault = speech.faults.take('synthesize')
    respond(
      response,
      fault,
      () => {
        requireKey(speech, request.header('x-goog-api-key') ?? request.query.key)
        countRequest()
        return synthesize(speech, request.body)
      },
      refuse,
    )
  })
  router.get('/v1/voices', (request, response) => {
    respond(
      response,
      speech.faults.take('voices'),
      () => {
        requireKey(speech, request.header('x-goog-api-key') ?? request.query.key)
        return { status: 200, body: { voices: listVoices(request.query.languageCode) } }
      },
      refuse,
    )
  })
  addPages(router, speech)
  const page = { path: '/speech', name: 'Text-to-Speech', about: 'what was spoken' }
  return { router, page, env: { SPEECH_API_KEY: apiKey, SPEECH_API_URL: origin } }
}

function refuse(fault: (typeof faultNames)[number]): Reply | undefined {
  if (fault === 'quota') return { status: 429, body: quotaExceeded().body }
  if (fault === 'status-500')
    return { status: 500, body: refusal(500, 'INTERNAL', 'Internal error encountered.').body }
  if (fault === 'status-503')
    return { status: 503, body: refusal(503, 'UNAVAILABLE', 'The service is currently unavailable.').body }
  return undefined
}

function quotaExceeded(): ApiError {
  return refusal(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for quota metric of texttospeech.googleapis.com.')
}

/** https://docs.cloud.google.com/docs/authentication/api-keys-use: the key is in a header or in the query. */
function requireKey({ apiKey }: Speech, given: unknown): void {
  if (given === undefined)
    throw refusal(
      403,
      'PERMISSION_DENIED',
      'Method doesn’t allow unregistered callers. Please use API Key or other form of API consumer identity.',
    )
  if (given !== apiKey)
    throw refusal(
      400,
      'INVALID_ARGUMENT',
      'API key not valid. Please pass a valid API key.',
      'API_KEY_INVALID',
    )
}

/** https://docs.cloud.google.com/text-to-speech/docs/reference/rest/v1/text/synthesize; unknown fields are refused. */
const requestBody = z.strictObject({
  input: z.strictObject({ text: z.string().optional(), ssml: z.string().optional() }),
  voice: z.strictObject({
    languageCode: z.string().min(1),
    name: z.string().optional(),
    ssmlGender: z.enum(['SSML_VOICE_GENDER_UNSPECIFIED', 'MALE', 'FEMALE', 'NEUTRAL']).optional(),
  }),
  audioConfig: z.strictObject({
    audioEncoding: z.enum(['LINEAR16', 'MP3', 'OGG_OPUS', 'MULAW', 'ALAW', 'PCM']),
    speakingRate: z.number().min(0.25).max(2).optional(),
    pitch: z.number().min(-20).max(20).optional(),
    volumeGainDb: z.number().min(-96).max(16).optional(),
    sampleRateHertz: z.int().optional(),
    effectsProfileId: z.array(z.string()).optional(),
  }),
})

function synthesize({ spoken }: Speech, body: unknown): Reply {
  const parsed = requestBody.safeParse(body)
  if (!parsed.success)
    throw invalid(`Invalid JSON payload received. ${parsed.error.issues[0]?.message ?? ''}`)
  const { input, voice, audioConfig } = parsed.data
  const text = input.text ?? input.ssml
  if (!text || (input.text !== undefined && input.ssml !== undefined))
    throw invalid('Either `input.text` or `input.ssml` must be set.')
  if (Buffer.byteLength(text) > maxBytes)
    throw invalid('Either `input.text` or `input.ssml` is longer than the limit of 5000 bytes.')
  const name = voice.name ?? listVoices(voice.languageCode)[0]?.name
  if (!name || !voices.some((known) => known === name))
    throw invalid(`Voice '${voice.name ?? voice.languageCode}' does not exist. Is it misspelled?`)
  if (!name.startsWith(voice.languageCode))
    throw invalid(
      `Requested language code '${voice.languageCode}' doesn't match the voice '${name}''s language code.`,
    )
  if (audioConfig.audioEncoding !== 'MP3') throw new ApiError(501, { error: 'This stand-in makes MP3 only.' })
  spoken.push({ text, voice: name, at: new Date().toISOString() })
  return { status: 200, body: { audioContent: makeSilence(text.length * 60).toString('base64') } }
}

function listVoices(languageCode: unknown) {
  return voices
    .filter((name) => typeof languageCode !== 'string' || name.startsWith(languageCode))
    .map((name) => ({
      languageCodes: [name.split('-', 2).join('-')],
      name,
      ssmlGender: 'NEUTRAL',
      naturalSampleRateHertz: 24_000,
    }))
}

/** Returns an MP3 of 32 kbit/s at 24 kHz, as Google's are, that is silent: frames of 24 ms. */
function makeSilence(milliseconds: number): Buffer {
  const frame = Buffer.alloc(96)
  frame.writeUInt32BE(0xfff344c4, 0)
  return Buffer.concat(Array.from({ length: Math.max(5, Math.ceil(milliseconds / 24)) }, () => frame))
}

function addPages(router: Router, { spoken, faults }: Speech): void {
  router.use('/speech', express.json())
  addFaultControls(router, '/speech/control/faults', faults, {
    operations,
    names: faultNames,
    delayMs: 5_000,
  })
  router.get('/speech/control/state', (_request, response) => void response.json({ spoken }))
  router.get('/speech', (_request, response) => {
    const rows = spoken.toReversed().map(({ text, voice, at }) => [at, voice, escapeHtml(text)])
    response.send(
      page(
        'Text-to-Speech',
        rows.length > 0 ? table(['At', 'Voice', 'Text'], rows) : '<p>Nothing spoken yet.</p>',
      ),
    )
  })
}
