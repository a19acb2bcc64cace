/** Tests the chatbot's settings: problems and their solutions, connecting, refusing consent, disconnecting. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setUpProduct } from './product-fixture.ts'
import { confirmWith } from './page-steps.ts'
import { payTip } from './tip-requests.ts'
import { checkPageNow, phone } from './visitors.ts'

const product = setUpProduct({ viewport: phone, reducedMotion: 'reduce' })

const channel = 'juniper_o'

test('a problem of the chatbot is shown with its solution and disappears once it is solved', async () => {
  const page = await openSettings()
  const banned = page.getByText(
    'The chatbot is banned from your chat; type /unban brimfulbot there to unban it.',
  )
  await product.control('/twitch/control/channels', { channel, banned: true })
  await product.control('/youtube/control/end', { channel: 'Juniper Okafor' })

  await tipGoal(1)

  await banned.waitFor()
  await page.getByText('You’re not live on YouTube, so messages will continue when you go live.').waitFor()
  await checkPageNow(page)
  await product.control('/twitch/control/channels', { channel, banned: false })
  await product.control('/youtube/control/live', { channel: 'Juniper Okafor' })
  await tipGoal(2)
  await banned.waitFor({ state: 'detached' })
  await page.getByText('You’re not live on YouTube').waitFor({ state: 'detached' })
})

test('a creator whose access was revoked is asked to connect again', async () => {
  const page = await openSettings()
  await product.control('/youtube/control/end', { channel: 'Juniper Okafor' })
  await product.control('/google/control/revoke', { channel: 'Juniper Okafor' })

  await tipGoal(3)

  await page.getByText('We no longer have access to YouTube; please reconnect your account.').waitFor()
  await page.getByRole('link', { name: 'Reconnect' }).click()
  await page.getByPlaceholder('Channel title').fill('Juniper Okafor')
  await page.getByRole('button', { name: 'Allow' }).click()
  await closeDialog(page, 'Connection Complete!')
  expect(await page.getByText('no longer have access').count()).toBe(0)
  expect(await page.getByRole('switch', { name: 'YouTube' }).isChecked()).toBe(true)
})

test('chats receive the creator’s own wording with blocked words censored, and Discord receives it by a webhook', async () => {
  const page = await openSettings()
  await page.getByRole('tab', { name: 'Twitch' }).click()
  await page.getByRole('button', { name: 'Edit wording: Tips towards goals' }).click()
  const wording = page.getByRole('textbox', { name: 'Wording: Tips towards goals' })
  await wording.fill('Cheers {user} for {amount}! {goal URL}')
  await page.getByText('Cheers Ada for £7! http').waitFor()
  await page.getByRole('switch', { name: 'Supporters’ messages' }).click()
  await page.getByRole('button', { name: 'Add a text for larger tips: Tips towards goals' }).click()
  await page.getByRole('textbox', { name: 'From this amount (£)' }).fill('20')
  await page
    .getByRole('textbox', { name: 'Wording: Tips towards goals from £20' })
    .fill('Wow {user}: {message}')
  await page.getByText('Wow Ada: “Loved the stream!”').waitFor()
  await page.getByRole('textbox', { name: 'Smallest tip to announce (£)' }).fill('2')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Settings saved successfully!').waitFor()
  await page.goto(`${product.url}/dashboard/moderation`)
  await page.getByRole('textbox', { name: 'Word or phrase' }).fill('grace')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove grace' }).waitFor()
  await page.goto(`${product.url}/dashboard/chatbot-setting`)
  const { url } = await product.control<{ url: string }>('/discord/control/webhooks', { channel: 'juniper' })
  await page.getByRole('button', { name: 'Connect Discord' }).click()
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill(url)
  await page.keyboard.press('Enter')
  await confirmWith(page, product.account('juniper').password)
  await page.getByText('Connected with webhook “Tips”').waitFor()
  await sendTestLine(page, 'Discord')
  await checkPageNow(page)

  await tipGoal(1)
  await tipGoal(4)
  await tipGoal(25)

  const read = async (path: string) => (await fetch(product.sandbox.url + path)).text()
  await expect
    .poll(() => read(`/twitch/channel/${channel}/messages`))
    .toMatch(/Cheers \*{5} for £4! http[^]*Wow \*{5}: “For the clay!”/)
  expect(await read(`/twitch/channel/${channel}/messages`)).not.toContain('£1!')
  await expect
    .poll(() => read('/discord/channel/juniper/messages'))
    .toMatch(/Brimful is connected[^]*[\\*]{5,} just tipped £4 towards/)
})

test('both chats are connected on their consent pages, and disconnecting revokes the grant', async () => {
  const page = await openSettings()
  for (const name of ['YouTube', 'Twitch']) {
    await page.getByRole('switch', { name }).click()
    await page.getByText(`${name} disconnected successfully!`).waitFor()
  }

  await page.getByRole('link', { name: 'Connect Twitch' }).click()
  await page.getByRole('heading', { name: 'Authorize with Twitch' }).waitFor()
  await page.getByPlaceholder('login').fill('juniper_live')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await closeDialog(page, 'Connection Complete!')
  await page.getByText('Connected with juniper_live@viewers.example').waitFor()

  await page.getByRole('switch', { name: 'YouTube' }).click()
  await page.getByRole('heading', { name: 'Sign in with Google' }).waitFor()
  await page.getByPlaceholder('Channel title').fill('Juniper Live')
  await page.getByRole('button', { name: 'Allow' }).click()
  await checkDialog(page)
  await closeDialog(page, 'Connection Complete!')
  await page.getByText('Connected with juniper.live@channels.example').waitFor()
  expect(await page.getByRole('switch', { name: 'YouTube' }).isChecked()).toBe(true)

  const connections = await product.db
    .selectFrom('platformConnection')
    .select(['platform', 'channel'])
    .execute()
  expect(connections).toContainEqual({ platform: 'twitch', channel: 'juniper_live' })
  await product.leakScan.check()

  await page.getByRole('switch', { name: 'Twitch' }).click()
  await page.getByText('Twitch disconnected successfully!').waitFor()
  const grants = () => JSON.stringify(product.recording.readSandbox()['twitch.grants'])
  await expect.poll(grants).not.toContain('juniper_live')
  expect(await page.getByRole('link', { name: 'Connect Twitch' }).isVisible()).toBe(true)
})

test('from Connect to a test line in each chat by following the screen', async () => {
  const page = await openSettings()
  for (const name of ['YouTube', 'Twitch', 'Discord']) {
    const row = page.getByRole('switch', { name })
    if (!(await row.isChecked())) continue
    await row.click()
    await page.getByText(`${name} disconnected successfully!`).waitFor()
  }
  await page.getByRole('link', { name: 'Connect YouTube' }).click()
  await page.getByPlaceholder('Channel title').fill('Juniper First')
  await page.getByRole('button', { name: 'Allow' }).click()
  await closeDialog(page, 'Connection Complete!')
  await page.getByRole('link', { name: 'Connect Twitch' }).click()
  await page.getByPlaceholder('login').fill('juniper_first')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await closeDialog(page, 'Connection Complete!')
  const { url } = await product.control<{ url: string }>('/discord/control/webhooks', { channel: 'first' })
  await page.getByRole('button', { name: 'Connect Discord' }).click()
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill(url)
  await page.keyboard.press('Enter')
  await confirmWith(page, product.account('juniper').password)
  await page.getByText('Connected with webhook “Tips”').waitFor()

  await page.getByText('/mod brimfulbot').waitFor()
  const popout = page.getByRole('link', { name: 'Open your Twitch chat' })
  expect(await popout.getAttribute('href')).toBe('https://www.twitch.tv/popout/juniper_first/chat')
  await expect
    .poll(() => page.getByText('Moderator: not seen yet. Send a test line to find out.').count())
    .toBe(2) // Twitch's and YouTube's
  const bot = page.getByRole('link', { name: /^https:\/\/www\.youtube\.com\/channel\/UC/ })
  await bot.waitFor()
  await product.control('/youtube/control/live', { channel: 'Juniper First' })
  for (const name of ['YouTube', 'Twitch', 'Discord']) await sendTestLine(page, name)
  await page.getByText('Moderator: yes.').waitFor()
  await checkPageNow(page)

  const { channel: channelId } = await product.db
    .selectFrom('platformConnection')
    .select('channel')
    .where('platform', '=', 'youtube')
    .where('channel', 'like', 'UC%')
    .orderBy('connectedAt', 'desc')
    .executeTakeFirstOrThrow()
  for (const path of [
    '/twitch/channel/juniper_first',
    `/youtube/chat/${channelId}`,
    '/discord/channel/first',
  ]) {
    const chat = await (await fetch(`${product.sandbox.url}${path}/messages`)).text()
    expect(chat).toContain('Brimful is connected: your tips will be announced here.')
  }
})

test('a creator who refuses consent reads that nothing has changed and can try again', async () => {
  const page = await openSettings()
  const twitch = page.getByRole('switch', { name: 'Twitch' })
  if (await twitch.isChecked()) {
    await twitch.click()
    await page.getByText('Twitch disconnected successfully!').waitFor()
  }
  await page.getByRole('link', { name: 'Connect Twitch' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()

  const dialog = page.getByRole('dialog', { name: 'Twitch isn’t connected' })
  await dialog.getByText('You didn’t allow access on Twitch, so nothing has changed.').waitFor()
  await page.waitForURL(/\/dashboard\/chatbot-setting$/)
  await checkDialog(page)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Authorize with Twitch' }).waitFor()
  expect(new URL(page.url()).origin).toBe(product.sandbox.url)
})

/** Sends a test line and waits until the page says that it is in the chat. */
async function sendTestLine(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Send a test line to ${name}` }).click()
  const outcome = page
    .locator('div', { has: page.getByRole('button', { name: `Send a test line to ${name}` }) })
    .last()
  await outcome.getByText(/Posted/).waitFor()
}

/** Gives a tip toward Juniper's first goal. */
async function tipGoal(amount: number): Promise<void> {
  const { goalId: goaluuid, creatorUid: uid } = (await product.goalsOf(channel))[0]!
  await payTip(product, { uid, goaluuid }, { name: 'Grace', amount })
}

async function openSettings(): Promise<Page> {
  const page = await product.openPage('/dashboard/chatbot-setting', { as: 'juniper' })
  await page.getByRole('heading', { name: 'Channels' }).waitFor()
  return page
}

/** Waits for the dialog and for its parameter to disappear from the URL, then closes it. */
async function closeDialog(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await dialog.waitFor()
  await page.waitForURL(/\/dashboard\/chatbot-setting$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
}

async function checkDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor()
  await checkPageNow(page)
}
