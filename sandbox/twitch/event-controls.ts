/** Adds the controls of EventSub, and the page on which a person makes events. */
import type { Router } from 'express'
import * as z from 'zod'
import { addControl, ControlError } from '../control.ts'
import { escapeHtml, page } from '../page.ts'
import { type Accounts, botLogin, ensureUser, listUsers, loginPattern } from './accounts.ts'
import type { EventSub } from './event-sub.ts'
import { deedKinds, eventsOf } from './event-types.ts'

const login = z.string().toLowerCase().regex(loginPattern)

const eventSchema = z.object({
  channel: login,
  kind: z.enum(deedKinds),
  /** Who does it; empty for somebody anonymous. */
  viewer: z.union([login, z.literal('')]).default('ada_l'),
  count: z.coerce.number().int().min(0).max(100_000).default(1),
  message: z.string().max(500).default(''),
  times: z.coerce.number().int().min(1).max(10).default(1),
})

const faultSchema = z.object({ fault: z.enum(['reconnect', 'drop', 'silent']) })

/** Adds the routes. */
export function addEventControls(router: Router, accounts: Accounts, eventSub: EventSub): void {
  function emit({ channel, kind, viewer, count, message, times }: z.output<typeof eventSchema>) {
    const owner = accounts.users[channel]
    if (!owner) throw new ControlError(`There is no user ${channel}.`)
    const by = viewer ? ensureUser(accounts, { login: viewer }) : null
    const events = eventsOf({ kind, viewer: by, count, message }, owner)
    return { sent: events.map((one) => eventSub.emit(owner.id, one, times)).reduce((a, b) => a + b, 0) }
  }

  addControl(router, '/twitch/control/event', eventSchema, emit)
  addControl(router, '/twitch/control/eventsub-faults', faultSchema, ({ fault }) => {
    if (fault === 'reconnect') return eventSub.requestReconnect()
    return fault === 'drop' ? eventSub.dropAll() : eventSub.silenceAll()
  })
  router.get('/twitch/control/eventsub', (_request, response) => {
    const subscriptions = eventSub.list().map(({ login: of, type, session }) => ({
      login: of,
      type,
      session: session.id,
    }))
    response.json({ sessions: [...eventSub.sessions].map(({ id }) => id), subscriptions })
  })

  router.get('/twitch/events', (request, response) => {
    response.send(page('Twitch events', form(accounts, request.query.sent)))
  })
  router.post('/twitch/events', (request, response) => {
    const body = eventSchema.safeParse(request.body)
    if (!body.success) return void response.status(400).send(page('Twitch events', form(accounts)))
    response.redirect(`/twitch/events?sent=${emit(body.data).sent}`)
  })
}

function form(accounts: Accounts, sent?: unknown): string {
  const channels = listUsers(accounts).filter((user) => user.login !== botLogin)
  if (channels.length === 0) return '<p>No users yet.</p>'
  const options = (values: readonly string[]) =>
    values.map((value) => `<option>${escapeHtml(value)}</option>`).join('')
  const note =
    typeof sent === 'string' && /^\d+$/.test(sent)
      ? `<p class="note">Twitch sent ${sent} notifications.</p>`
      : ''
  return `${note}<form method="post">
<label>Channel <select name="channel">${options(channels.map((user) => user.login))}</select></label>
<label>What happens <select name="kind">${options(deedKinds)}</select></label>
<label>By (empty: anonymous) <input name="viewer" value="ada_l"></label>
<label>Months, subscriptions, bits, viewers, level, points or cents <input name="count" type="number" min="0" value="5"></label>
<label>Message <input name="message" maxlength="500"></label>
<button class="primary">Send</button></form>`
}
