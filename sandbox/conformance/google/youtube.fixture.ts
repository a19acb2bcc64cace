/** The YouTube Data API as Google's own package declares it, which is generated from the API's discovery document. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compileSchema } from '../json-schema.fixture.ts'
import { readPublishedTypes } from '../published-types.fixture.ts'
import { type Exchange, jsonOf } from '../recorder.fixture.ts'

export interface Call {
  /** The name of the `googleapis` type that describes the parameters of the call. */
  params: string
  request?: string
  answer: string
  /** Whether the response is a stream: an array of answers. */
  isStream?: true
}

/** The calls that the stand-in implements, by method and path, with the names of their types. */
export const calls: Readonly<Record<string, Call>> = {
  'GET /youtube/v3/channels': {
    params: 'Params$Resource$Channels$List',
    answer: 'Schema$ChannelListResponse',
  },
  'GET /youtube/v3/liveBroadcasts': {
    params: 'Params$Resource$Livebroadcasts$List',
    answer: 'Schema$LiveBroadcastListResponse',
  },
  'GET /youtube/v3/liveChat/messages': {
    params: 'Params$Resource$Livechatmessages$List',
    answer: 'Schema$LiveChatMessageListResponse',
  },
  'GET /youtube/v3/liveChat/messages/stream': {
    params: 'Params$Resource$Youtube$V3$Livechat$Messages$Stream',
    answer: 'Schema$LiveChatMessageListResponse',
    isStream: true,
  },
  'POST /youtube/v3/liveChat/messages': {
    params: 'Params$Resource$Livechatmessages$Insert',
    request: 'Schema$LiveChatMessage',
    answer: 'Schema$LiveChatMessage',
  },
}

export interface Youtube {
  /** Every method and path of the API, with its required parameters. */
  methods: ReadonlyMap<string, string[]>
  paramsOf(call: Call): string[]
  /** Returns the errors in an exchange's method, path, parameters, body and response. */
  validateExchange(exchange: Exchange): string[]
}

/** Reads the types and the methods of the package. */
export function readYoutube(): Youtube {
  const entry = createRequire(import.meta.url).resolve('googleapis/build/src/apis/youtube')
  const types = readPublishedTypes(join(dirname(entry), 'v3.d.ts'))
  const methods = listMethods(readFileSync(join(dirname(entry), 'v3.js'), 'utf8'))
  // All schemas are compiled at once: compiling blocks the process, and open connections may time out meanwhile.
  const names = Object.values(calls).flatMap(({ request, answer }) =>
    request ? [request, answer] : [answer],
  )
  const validators = new Map(
    [...new Set(names)].map((name) => [name, compileSchema(types.schemaOf(`youtube_v3.${name}`))]),
  )
  const validateAs = (name: string, document: unknown) => validators.get(name)!(document)

  const paramsOf = ({ params }: Call) => types.propertiesOf(`youtube_v3.${params}`)

  return {
    methods,
    paramsOf,
    validateExchange(exchange) {
      const name = `${exchange.method} ${exchange.path}`
      const call = calls[name]
      const required = methods.get(name)
      if (!call || !required) return [`${name} is not implemented, or not part of the API`]
      const given = Object.keys(exchange.query)
      const known = paramsOf(call)
      return [
        ...given.filter((param) => !known.includes(param)).map((param) => `no parameter ${param}`),
        ...required.filter((param) => !given.includes(param)).map((param) => `lacks the parameter ${param}`),
        ...(call.request ? validateAs(call.request, jsonOf(exchange.requestBody)) : []),
        ...toAnswers(call, exchange).flatMap((answer) => validateAs(call.answer, answer)),
      ].map((error) => `${name}: ${error}`)
    },
  }
}

/** Returns the documents of a response, of which a stream has any number. */
function toAnswers({ isStream }: Call, { answerBody }: Exchange): unknown[] {
  const answer = jsonOf(answerBody)
  return isStream && Array.isArray(answer) ? answer : [answer]
}

/** Reads the methods from the generated client, which lists `url`, `method` and `requiredParams` of each together. */
function listMethods(client: string): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  const pattern = /rootUrl \+ '([^']+)'\)[^]*?method: '([A-Z]+)'[^]*?requiredParams: \[([^\]]*)\]/g
  for (const [, path, method, required = ''] of client.matchAll(pattern)) {
    const names = [...required.matchAll(/'([^']+)'/g)].map(([, name]) => name!)
    methods.set(`${method} ${path}`, names)
  }
  return methods
}
