/** What tests of the account calls share: the mail that is owed, and a browser that keeps its cookies. */
import { randomInt } from 'node:crypto'
import { openLetter } from '../domain/mail/account-mail.ts'
import type { Letter } from '../domain/mail/account-mail.ts'
import type { Answer, TestApp } from './app.fixture.ts'

/** The letters owed to an address, the latest last. */
export async function listLetters({ db, ctx }: TestApp, email: string): Promise<Letter[]> {
  const rows = await db
    .selectFrom('accountMail')
    .selectAll()
    .where('email', '=', email)
    .orderBy('createdAt')
    .execute()
  return rows.map((row) => openLetter(ctx.config.secretsKey, row))
}

export interface Browser {
  cookie(name: string): string | undefined
  get(path: string): Promise<Answer>
  post(path: string, body?: object): Promise<Answer>
  /** Opens an address of the site as a page, without going where it leads. */
  follow(path: string): Promise<Answer>
}

/** What an application takes a browser's own address from. */
export const behindProxy = { TRUST_PROXY: '1' }

/** A browser that has visited nothing; behind a proxy it has an address of its own. */
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
