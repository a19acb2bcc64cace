/** The sandbox controls that a demo uses: what a person would click at each provider. */
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
    /** Opens a PayPal business account for an email address, or finds it; returns its merchant id. */
    async openMerchant(email: string) {
      return (await post('/paypal/control/merchants', { email, country: 'GB' }, merchant)).merchantId
    },
    /** Opens a Stripe account that accepts cards for an email address, or finds it; returns its id. */
    async openCardAccount(email: string) {
      return (await post('/stripe/control/accounts', { email }, cardAccount)).id
    },
    /** Consents to our access to a Twitch account; returns the code that the consent page would send back. */
    async allowTwitch(login: string, email: string) {
      const scopes = ['user:read:email']
      return (await post('/twitch/control/grant', { login, email, scopes }, twitchGrant)).code
    },
    /** Consents to our access to a YouTube channel. */
    allowYoutube: (channelTitle: string, email: string) =>
      post('/google/control/grant', { channelTitle, email }, youtubeGrant),
    /** Starts a broadcast on a channel, unless one is live already. */
    async goLive(channel: string, title: string) {
      await post('/youtube/control/live', { channel, title }, z.unknown())
    },
  }
}
