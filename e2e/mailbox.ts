/** The mails that people got, as the sandbox's mail server keeps them. */
import { expect } from 'vitest'
import { pollOptions } from '../sandbox/sandbox.fixture.ts'
import type { Product } from './product.ts'

export interface Mailbox {
  /** The texts that an address got. */
  textsTo(email: string): Promise<string[]>
  /** The code that was mailed; not the one before. */
  codeFor(email: string, before?: string): Promise<string>
  /** The link to a page of authentication that was mailed. */
  linkFor(email: string, page: string): Promise<string>
}

/** Reads the mails of one product. */
export function openMailbox({ control, url }: Pick<Product, 'control' | 'url'>): Mailbox {
  async function textsTo(email: string): Promise<string[]> {
    return (await control<{ text: string }[]>(`/mail/messages?to=${email}`)).map(({ text }) => text)
  }

  return {
    textsTo,
    codeFor: (email, before) =>
      waitFor(async () => {
        const codes = (await textsTo(email)).map((text) => /\b\d{6}\b/.exec(text)?.[0])
        return codes.find((code) => code && code !== before)
      }),
    linkFor: (email, page) =>
      waitFor(
        async () =>
          new RegExp(`${url}/authentication/${page}\\S+`).exec((await textsTo(email)).join('\n'))?.[0],
      ),
  }
}

async function waitFor(find: () => Promise<string | undefined>): Promise<string> {
  await expect.poll(find, pollOptions).toBeTruthy()
  return (await find())!
}
