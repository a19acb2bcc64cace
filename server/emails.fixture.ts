/** Helps tests of account calls: lists the emails waiting to be sent, and opens a browser with cookies. */
import { randomInt } from 'node:crypto'
import { openAccountEmail } from '../domain/mail/enqueue-account-email.ts'
import type { AccountEmail } from '../domain/mail/account-emails.ts'
import type { Answer, TestApp } from './app.fixture.ts'
import { listAccountMails } from '../db/account-mails.fixture.ts'

/** Returns the emails waiting to be sent to an address, the latest last. */
export async function listAccountEmails({ db, ctx }: TestApp, email: string): Promise<AccountEmail[]> {
  const rows = await listAccountMails(db, email)
  return rows.map((row) => openAccountEmail(ctx.config.secretsKey, row))
}

/** Returns the code in the last sign-up email to an address. */
export async function getMailedCode(app: TestApp, email: string): Promise<string> {
  const mail = (await listAccountEmails(app, email)).at(-1)
  if (mail?.kind !== 'sign-up-code') throw new Error('no code was mailed')
  return mail.code
}

export interface Browser {
  cookie(name: string): string | undefined
  get(path: string): Promise<Answer>
  post(path: string, body?: object): Promise<Answer>
  /** Opens a page of the site without following redirects. */
  follow(path: string): Promise<Answer>
}

/** Makes the app read the browser's address from `X-Forwarded-For`. */
export const behindProxy = { TRUST_PROXY: '1' }

/** Opens a browser without cookies; behind a proxy each browser has its own address. */
export function openBrowser(app: TestApp, jar = new Map<string, string>()): Browser {
  const from = {
    'x-forwarded-for': `203.0.113.${randomInt(255)}, 198.51.${randomInt(255)}.${randomInt(255)}`,
  }
  const header = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (answer: Answer): Answer => {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    return answer
  }
  return {
    cookie: (name) => jar.get(name),
    get: async (path) => keep(await app.get(path, header())),
    follow: async (path) => {
      const headers = { cookie: header(), ...from }
      const { status, headers: got } = await fetch(app.url + path, { redirect: 'manual', headers })
      return keep({ status, headers: got, body: undefined })
    },
    post: async (path, body = {}) => keep(await app.post(path, body, header(), from)),
  }
}
