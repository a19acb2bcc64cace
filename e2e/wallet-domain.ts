/** Waits for what Apple Pay and Google Pay need of the site. */
import { waitUntil } from '../db/wait-until.fixture.ts'

/** Waits until the workers have registered the site's domain with the provider. */
export async function waitForWallets(siteUrl: string): Promise<void> {
  const url = `${siteUrl}/api/v1/stripe/wallet-settings?username=miravale`
  const hasWallets = async () =>
    ((await (await fetch(url)).json()) as { wallets: object | null }).wallets !== null
  await waitUntil(hasWallets, () => 'the workers have not registered the domain yet')
}
