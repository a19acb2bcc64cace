/** Reads the mails that the sandbox's mail server has received. */
import { expect } from 'vitest'
import type { Product } from './product.ts'

export interface Mailbox {
  /** Returns the texts of all mails to an address. */
  textsTo(email: string): Promise<string[]>
  /** Waits for a mailed code that is not `previous`. */
  codeFor(email: string, previous?: string): Promise<string>
  /** Waits for a mailed link to a page below `/authentication`. */
  linkFor(email: string, page: string): Promise<string>
}

/** Opens the mailbox of one product. */
export function openMailbox({ control, url }: Pick<Product, 'control' | 'url'>): Mailbox {
  async function textsTo(email: string): Promise<string[]> {
    return (await control<{ text: string }[]>(`/mail/messages?to=${email}`)).map(({ text }) => text)
  }

  return {
    textsTo,
    codeFor: (email, previous) =>
      waitFor(async () => {
        const codes = (await textsTo(email)).map((text) => /\b\d{6}\b/.exec(text)?.[0])
        return codes.find((code) => code && code !== previous)
      }),
    linkFor: (email, page) =>
      waitFor(
        async () =>
          new RegExp(`${url}/authentication/${page}\\S+`).exec((await textsTo(email)).join('\n'))?.[0],
      ),
  }
}

async function waitFor(find: () => Promise<string | undefined>): Promise<string> {
  await expect.poll(find).toBeTruthy()
  return (await find())!
}
