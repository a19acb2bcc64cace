/** Stores the emails that the sandbox has received, the newest first. */
import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'
import type { State } from '../state.ts'

export interface Mail {
  id: string
  at: string
  from: string
  /** The recipients of the SMTP envelope, which may differ from the To header. */
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

type Envelope = Pick<Mail, 'from' | 'to'>

export type Inbox = ReturnType<typeof openInbox>

const maxMails = 500

/** Opens the stored inbox, which holds the latest 500 emails. */
export function openInbox(state: State) {
  const mails = state.collection<Mail>('mail.messages')
  return {
    async add(raw: Buffer, envelope: Envelope): Promise<void> {
      const mail = await read(raw, envelope)
      mails[mail.id] = mail
      for (const id of Object.keys(mails).slice(0, -maxMails)) delete mails[id]
      state.save()
    },
    list(to?: string): Mail[] {
      const wanted = to?.trim().toLowerCase()
      const all = Object.values(mails).reverse()
      return wanted ? all.filter((mail) => mail.to.includes(wanted)) : all
    },
    find: (id: string) => mails[id],
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
