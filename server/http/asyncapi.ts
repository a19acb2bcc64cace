/** Generates the AsyncAPI document of the feed and of webhooks, from the schemas with which they are parsed. */
import type * as z from 'zod/mini'
import { apiBase } from '../../contract/calls.ts'
import { toolEvent, feedEvent } from '../../contract/tools/tool-events.ts'
import { feedError, feedHello, feedPath, feedReady, feedSkipped } from '../../contract/tools/tool-feed.ts'
import { toLimit, toSchema } from './openapi.ts'

type Json = Record<string, unknown>
type Schema = z.ZodMiniType

const feedLimits = ['connections'] as const
const fromServer = { ready: feedReady, skipped: feedSkipped, event: feedEvent, error: feedError } as const

/** Describes the feed and webhooks as AsyncAPI 3.0 (https://www.asyncapi.com/docs/reference/specification/v3.0.0). */
export function asyncapiDocument(publicUrl: string): Json {
  const { host, protocol } = new URL(publicUrl)
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Brimful feed and webhooks',
      version: 'v1',
      description: 'Amounts are integers in minor units.',
    },
    servers: {
      feed: {
        host,
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        security: [{ $ref: '#/components/securitySchemes/token' }],
      },
    },
    channels: {
      feed: {
        address: apiBase + feedPath,
        servers: [{ $ref: '#/servers/feed' }],
        'x-limits': feedLimits.map(toLimit),
        messages: Object.fromEntries(
          ['hello', ...Object.keys(fromServer)].map((name) => [
            name,
            { $ref: `#/components/messages/${name}` },
          ]),
        ),
      },
      webhook: {
        address: null,
        description: 'The address that the creator entered. Headers are those of Standard Webhooks.',
        messages: { webhook: { $ref: '#/components/messages/webhook' } },
      },
    },
    operations: {
      sayHello: operation('receive', 'feed', ['hello']),
      follow: operation('send', 'feed', Object.keys(fromServer)),
      postWebhook: operation('send', 'webhook', ['webhook']),
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      messages: {
        hello: message(feedHello, 'input', 'The first frame of a tool that sends no Authorization header.'),
        ready: message(fromServer.ready, 'output', 'The token is admitted.'),
        skipped: message(fromServer.skipped, 'output', 'The tool was away for too long.'),
        event: message(fromServer.event, 'output', 'An event, with the cursor from which to go on.'),
        error: message(fromServer.error, 'output', 'Why the feed is closed.'),
        webhook: message(toolEvent, 'output', 'An event.'),
      },
    },
  }
}

function message(schema: Schema, io: 'input' | 'output', summary: string): Json {
  return { summary, contentType: 'application/json', payload: toSchema(schema, io) }
}

function operation(action: 'send' | 'receive', channel: string, messages: string[]): Json {
  return {
    action,
    channel: { $ref: `#/channels/${channel}` },
    messages: messages.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
  }
}
