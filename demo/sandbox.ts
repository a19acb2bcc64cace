/** Calls the sandbox's controls for a demo, in place of what a person would click on each provider's site. */
import { z } from 'zod'

const merchant = z.object({ merchantId: z.string() })
const cardAccount = z.object({ id: z.string() })
const twitchGrant = z.object({ code: z.string() })
const youtubeGrant = z.object({ code: z.string(), channelId: z.string() })

export type SandboxControls = ReturnType<typeof sandboxControls>

/** Calls the controls of the sandbox at `url`. */
export function sandboxControls(url: string) {
  async function post<T>(path: string, body: object, answer: z.ZodType<T>): Promise<T> {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`the sandbox answered ${response.status} at ${path}`)
    return answer.parse(await response.json())
  }

  return {
    /** Returns the merchant id of the PayPal business account of an email address; opens the account if there is none. */
    async openMerchant(email: string) {
      return (await post('/paypal/control/merchants', { email, country: 'GB' }, merchant)).merchantId
    },
    /** Returns the id of the Stripe account of an email address; opens one that accepts cards if there is none. */
    async openCardAccount(email: string) {
      return (await post('/stripe/control/accounts', { email }, cardAccount)).id
    },
    /** Grants us access to a Twitch account. Returns the code that the consent page would send back. */
    async allowTwitch(login: string, email: string) {
      const scopes = ['user:read:email']
      return (await post('/twitch/control/grant', { login, email, scopes }, twitchGrant)).code
    },
    /** Grants us access to a YouTube channel. Returns the code that the consent page would send back. */
    allowYoutube: (channelTitle: string, email: string) =>
      post('/google/control/grant', { channelTitle, email }, youtubeGrant),
    /** Starts a broadcast on a channel, unless it is already live. */
    async goLive(channel: string, title: string) {
      await post('/youtube/control/live', { channel, title }, z.unknown())
    },
  }
}
