/** The emails that arrived, the newest first. */
import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'
import type { State } from '../state.ts'

export interface Mail {
  id: string
  at: string
  from: string
  /** The recipients of the envelope, which may differ from the To header. */
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

export interface Envelope {
  from: string
  to: string[]
}

export interface Inbox {
  add(raw: Buffer, envelope: Envelope): Promise<Mail>
  list(to?: string): Mail[]
  find(id: string): Mail | undefined
}

const maxMails = 500

/** Opens the stored inbox, which holds the latest 500 emails. */
export function openInbox(state: State): Inbox {
  const mails = state.collection<Mail>('mail.messages')
  return {
    async add(raw, envelope) {
      const mail = await read(raw, envelope)
      mails[mail.id] = mail
      for (const id of Object.keys(mails).slice(0, -maxMails)) delete mails[id]
      state.save()
      return mail
    },
    list(to) {
      const wanted = to?.trim().toLowerCase()
      const all = Object.values(mails).reverse()
      return wanted ? all.filter((mail) => mail.to.includes(wanted)) : all
    },
    find: (id) => mails[id],
  }
}

async function read(raw: Buffer, envelope: Envelope): Promise<Mail> {
  const parsed = await PostalMime.parse(raw)
  return {
    id: randomUUID(),
    at: new Date().toISOString(),
    from: parsed.from?.address ?? envelope.from,
    to: envelope.to.map((address) => address.toLowerCase()),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    headers: Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value])),
  }
}
