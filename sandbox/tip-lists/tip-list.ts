/**
 * A service with a list of tips that others may add to by its API. A stand-in is one declaration; here is what all have in common: tokens,
 * faults, the list and its page. Like the real ones it enters every request that it takes, also a repeated one.
 */
import express, { Router } from 'express'
import * as z from 'zod'
import { addControl, addFaultControls } from '../control.ts'
import { ApiError, callFaults, openFaults, respond } from '../faults.ts'
import { escapeHtml, page, table } from '../page.ts'
import { makeDigits, makeSecret, pickLetters } from '../secrets.ts'
import type { StandIn, StandInContext } from '../stand-in.ts'

/** What was entered, as its page shows it. */
export interface ListedTip {
  name: string
  amount: number
  currency: string
  message: string
}

export interface TipListDeclaration {
  /** The beginning of its paths. */
  path: string
  name: string
  /** The variable with its address. */
  variable: string
  /** The path of the call; `:channel` is the id of a channel. */
  call: string
  /** What the call takes. Unknown fields are refused: it is not documented that they are ignored. */
  body: z.ZodType<ListedTip>
  /** The response to a tip that was entered. */
  toResponse: (id: string, channel: string, tip: ListedTip) => object
  /** The body of a refusal. */
  toRefusal: (status: number, message: string) => object
}

interface Token {
  channel: string
}

/** Opens one service. Its tokens and tips are stored in the sandbox's `State`. */
export function openTipList({ origin, state }: StandInContext, declared: TipListDeclaration): StandIn {
  const { path, name, variable } = declared
  const list = {
    tokens: state.collection<Token>(`${path}.tokens`),
    tips: state.collection<ListedTip>(`${path}.tips`),
    save: state.save,
    faults: openFaults<'add', (typeof callFaults)[number] | 'rate-limited'>(),
  }
  const router = Router()
  router.use(`/${path}`, express.json())
  addCall(router, declared, list)
  addControls(router, declared, list)
  router.get(`/${path}`, (_request, response) => {
    const rows = Object.values(list.tips).map((tip) =>
      [tip.name, `${tip.amount} ${tip.currency}`, tip.message].map(escapeHtml),
    )
    response.send(
      page(name, rows.length > 0 ? table(['Name', 'Amount', 'Message'], rows) : '<p>No tips yet.</p>'),
    )
  })
  return {
    router,
    page: { path: `/${path}`, name, about: 'tips entered by the API' },
    env: { [variable]: `${origin}/${path}` },
  }
}

interface List {
  tokens: Record<string, Token>
  tips: Record<string, ListedTip>
  save: () => void
  faults: ReturnType<typeof openFaults<'add', (typeof callFaults)[number] | 'rate-limited'>>
}

function addCall(router: Router, declared: TipListDeclaration, list: List): void {
  const refuse = (status: number, message: string) =>
    new ApiError(status, declared.toRefusal(status, message))
  router.post<{ channel?: string }>(`/${declared.path}${declared.call}`, (request, response) => {
    const fault = list.faults.take('add')
    respond(response, fault, () => {
      if (fault?.fault === 'rate-limited') {
        const body = declared.toRefusal(429, 'Too Many Requests')
        return { status: 429, body, headers: { 'Retry-After': '7' } }
      }
      const token = list.tokens[/^Bearer (.+)$/.exec(request.get('authorization') ?? '')?.[1] ?? '']
      if (!token) throw refuse(401, 'Unauthorized')
      const { channel = token.channel } = request.params
      if (channel !== token.channel) throw refuse(403, 'Forbidden')
      const tip = declared.body.safeParse(request.body)
      if (!tip.success) throw refuse(422, z.prettifyError(tip.error))
      const id = makeDigits(9)
      list.tips[id] = tip.data
      list.save()
      return { status: 200, body: declared.toResponse(id, channel, tip.data) }
    })
  })
}

function addControls(router: Router, { path }: TipListDeclaration, list: List): void {
  addControl(router, `/${path}/control/tokens`, z.object({}), () => {
    const token = makeSecret(40)
    const channel = pickLetters('0123456789abcdef', 24)
    list.tokens[token] = { channel }
    list.save()
    return { token, channel }
  })
  addControl(router, `/${path}/control/revoke`, z.object({ token: z.string() }), ({ token }) => {
    delete list.tokens[token]
    list.save()
  })
  addFaultControls(router, `/${path}/control/faults`, list.faults, {
    operations: ['add'],
    names: [...callFaults, 'rate-limited'],
    delayMs: 20_000,
  })
  router.get(`/${path}/control/state`, (_request, response) => {
    response.json({ tips: Object.values(list.tips), faults: list.faults.list() })
  })
}
