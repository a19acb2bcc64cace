/** Reads the emails that the sandbox's mail server has received. */
import { expect } from 'vitest'
import type { Product } from './product.ts'

export type Mailbox = ReturnType<typeof openMailbox>

/** Opens the mailbox of one product. */
export function openMailbox({ control, url }: Pick<Product, 'control' | 'url'>) {
  async function textsTo(email: string): Promise<string[]> {
    return (await control<{ text: string }[]>(`/mail/messages?to=${email}`)).map(({ text }) => text)
  }

  return {
    textsTo,
    /** Waits until an email to the address contains the text. */
    async waitForText(email: string, text: string | RegExp): Promise<void> {
      const all = async () => (await textsTo(email)).join('\n')
      await expect.poll(all).toMatch(text)
    },
    /** Waits for an emailed code other than `previous`. */
    codeFor: (email: string, previous?: string) =>
      waitFor(async () => {
        const codes = (await textsTo(email)).map((text) => /\b\d{6}\b/.exec(text)?.[0])
        return codes.find((code) => code && code !== previous)
      }),
    /** Waits for an emailed link to a page below `/authentication`. */
    linkFor: (email: string, page: string) =>
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
