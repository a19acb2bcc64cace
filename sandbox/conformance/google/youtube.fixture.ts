/** The YouTube Data API as Google's own package describes it: generated from the API's discovery document. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Validate, compileSchema } from '../json-schema.fixture.ts'
import { readPublishedTypes } from '../published-types.fixture.ts'
import { type Exchange, jsonOf } from '../recorder.fixture.ts'

export interface Call {
  /** The interface that has its parameters. */
  params: string
  request?: string
  answer: string
}

/** The calls that the stand-in plays, by method and path, with the names of their types. */
export const calls: Readonly<Record<string, Call>> = {
  'GET /youtube/v3/channels': {
    params: 'Params$Resource$Channels$List',
    answer: 'Schema$ChannelListResponse',
  },
  'GET /youtube/v3/liveBroadcasts': {
    params: 'Params$Resource$Livebroadcasts$List',
    answer: 'Schema$LiveBroadcastListResponse',
  },
  'POST /youtube/v3/liveChat/messages': {
    params: 'Params$Resource$Livechatmessages$Insert',
    request: 'Schema$LiveChatMessage',
    answer: 'Schema$LiveChatMessage',
  },
}

export interface Youtube {
  /** Every method and path there is, with the parameters without which a call means nothing. */
  methods: ReadonlyMap<string, string[]>
  /** The names of a call's parameters. */
  paramsOf(call: Call): string[]
  /** Every fault of one exchange: method, path, parameters, body, answer. */
  validateExchange(exchange: Exchange): string[]
}

/** Reads the package. */
export function readYoutube(): Youtube {
  const entry = createRequire(import.meta.url).resolve('googleapis/build/src/apis/youtube')
  const types = readPublishedTypes(join(dirname(entry), 'v3.d.ts'))
  const methods = listMethods(readFileSync(join(dirname(entry), 'v3.js'), 'utf8'))
  const judges = new Map<string, Validate>()

  function judgeAs(name: string, document: unknown): string[] {
    const judge = judges.get(name) ?? compileSchema(types.schemaOf(`youtube_v3.${name}`))
    judges.set(name, judge)
    return judge(document)
  }

  const paramsOf = ({ params }: Call) => types.propertiesOf(`youtube_v3.${params}`)

  return {
    methods,
    paramsOf,
    validateExchange(exchange) {
      const name = `${exchange.method} ${exchange.path}`
      const call = calls[name]
      const required = methods.get(name)
      if (!call || !required) return [`${name} is not played, or not there at all`]
      const given = Object.keys(exchange.query)
      const known = paramsOf(call)
      return [
        ...given.filter((param) => !known.includes(param)).map((param) => `no parameter ${param}`),
        ...required.filter((param) => !given.includes(param)).map((param) => `lacks the parameter ${param}`),
        ...(call.request ? judgeAs(call.request, jsonOf(exchange.requestBody)) : []),
        ...judgeAs(call.answer, jsonOf(exchange.answerBody)),
      ].map((fault) => `${name}: ${fault}`)
    },
  }
}

/** The generated client has, for each method, `url`, `method` and `requiredParams` beside each other. */
function listMethods(client: string): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  const pattern = /rootUrl \+ '([^']+)'\)[^]*?method: '([A-Z]+)'[^]*?requiredParams: \[([^\]]*)\]/g
  for (const [, path, method, required = ''] of client.matchAll(pattern)) {
    const names = [...required.matchAll(/'([^']+)'/g)].map(([, name]) => name!)
    methods.set(`${method} ${path}`, names)
  }
  return methods
}
