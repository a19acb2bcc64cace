/** A creator and the chatbot: what keeps it from her chats and how that is mended, connecting, refusing, disconnecting. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closePages, launchChromium } from './browser.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'

let browser: Browser
let product: Product

beforeAll(async () => {
  browser = await launchChromium()
  product = await startProduct('postgres')
})
afterEach(() => closePages(browser))
afterAll(async () => {
  await browser?.close()
  await product?.[Symbol.asyncDispose]()
})

const email = 'juniper@brimful.example'
const channel = 'juniper_o'

test('what keeps the chatbot out of a chat is said with the way out, and goes when it is mended', async () => {
  const page = await openSettings()
  const banned = page.getByText(
    'The chatbot is banned from your chat; type /unban brimfulbot there to unban it.',
  )
  await product.control('/twitch/control/channels', { channel, banned: true })
  await product.control('/youtube/control/end', { channel: 'Juniper Okafor' })

  await payTip(1)

  await banned.waitFor()
  await page.getByText('You’re not live on YouTube, so messages will continue when you go live.').waitFor()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await product.control('/twitch/control/channels', { channel, banned: false })
  await product.control('/youtube/control/live', { channel: 'Juniper Okafor' })
  await payTip(2)
  await banned.waitFor({ state: 'detached' })
  await page.getByText('You’re not live on YouTube').waitFor({ state: 'detached' })
})

test('who has lost access is asked to connect again, and does', async () => {
  const page = await openSettings()
  await product.control('/youtube/control/end', { channel: 'Juniper Okafor' })
  await product.control('/google/control/revoke', { channel: 'Juniper Okafor' })

  await payTip(3)

  await page.getByText('We no longer have access to YouTube; please reconnect your account.').waitFor()
  await page.getByRole('link', { name: 'Reconnect' }).click()
  await page.getByPlaceholder('Channel title').fill('Juniper Okafor')
  await page.getByRole('button', { name: 'Allow' }).click()
  await closeDialog(page, 'Connection Complete!')
  expect(await page.getByText('no longer have access').count()).toBe(0)
  expect(await page.getByRole('switch', { name: 'YouTube' }).isChecked()).toBe(true)
})

test('the chats are told in her own words, without those that she blocks, and Discord by a webhook', async () => {
  const page = await openSettings()
  await page.getByRole('tab', { name: 'Twitch' }).click()
  await page.getByRole('button', { name: 'Edit wording: Tips towards goals' }).click()
  const wording = page.getByRole('textbox', { name: 'Wording: Tips towards goals' })
  await wording.fill('Cheers {user} for {amount}! {goal URL}')
  await page.getByText('Cheers Ada for £7! http').waitFor()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Settings saved successfully!').waitFor()
  await page.getByRole('textbox', { name: 'Word or phrase' }).fill('grace')
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByRole('button', { name: 'Remove grace' }).waitFor()
  const { url } = await product.control<{ url: string }>('/discord/control/webhooks', { channel: 'juniper' })
  await page.getByRole('button', { name: 'Connect Discord' }).click()
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill(url)
  await page.keyboard.press('Enter')
  await page.getByText('Connected with the webhook “Tips”').waitFor()
  await page.getByRole('button', { name: 'Send a test message' }).click()
  await page.getByText('Test message sent. Check your channel.').waitFor()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

  await payTip(4)

  const read = async (path: string) => (await fetch(product.sandboxUrl + path)).text()
  const patience = { timeout: 20_000 }
  await expect
    .poll(() => read(`/twitch/channel/${channel}/messages`), patience)
    .toContain('Cheers ***** for £4! http')
  await expect
    .poll(() => read('/discord/channel/juniper/messages'), patience)
    .toMatch(/Brimful is connected[^]*[\\*]{5,} just tipped £4 towards/)
})

test('both chats are connected by their consent pages, and disconnected with their grants', async () => {
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
  await judge(page)
  await closeDialog(page, 'Connection Complete!')
  await page.getByText('Connected with juniper.live@channels.example').waitFor()
  expect(await page.getByRole('switch', { name: 'YouTube' }).isChecked()).toBe(true)

  const held = await product.db.selectFrom('platformConnection').select(['platform', 'channel']).execute()
  expect(held).toContainEqual({ platform: 'twitch', channel: 'juniper_live' })
  await product.canary.check()

  await page.getByRole('switch', { name: 'Twitch' }).click()
  await page.getByText('Twitch disconnected successfully!').waitFor()
  const grants = () => JSON.stringify(product.recording.readSandbox()['twitch.grants'])
  await expect.poll(grants).not.toContain('juniper_live')
  expect(await page.getByRole('link', { name: 'Connect Twitch' }).isVisible()).toBe(true)
})

test('who says no is told that nothing has changed, and may try again', async () => {
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
  await judge(page)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Authorize with Twitch' }).waitFor()
  expect(new URL(page.url()).origin).toBe(product.sandboxUrl)
})

/** A fan tips Juniper's first goal: what the browser asks, without the browser. */
async function payTip(amount: number): Promise<void> {
  const base = `${product.url}/api/v1/`
  const { uid: ReceipentUID } = await ask<{ uid: string }>(
    `${base}account/get_user_data_by_username?username=${channel}`,
  )
  const [goal] = await ask<{ goaluuid: string }[]>(`${base}goals/get_all_goals?username=${channel}`)
  const tip = { amount: amount * 100, name: 'Grace', message: '', isPrivateMessage: false }
  const { orderId } = await ask<{ orderId: string }>(`${base}paypal/create-order`, {
    ...tip,
    GoalUid: goal!.goaluuid,
    ReceipentUID,
  })
  await product.control('/paypal/control/approve', { orderId, outcome: 'pay' })
  await ask(`${base}paypal/capture-order/${orderId}`, {})
}

async function ask<T>(url: string, body?: object): Promise<T> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  })
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${answer.status}`)
  return answer.json() as Promise<T>
}

async function openSettings(): Promise<Page> {
  const { password } = product.accounts.find((account) => account.email === email)!
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await page.goto(`${product.url}/account`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/current-goals/)
  await page.goto(`${product.url}/dashboard/chatbot-setting`)
  await page.getByRole('heading', { name: 'Channels' }).waitFor()
  return page
}

/** Reads the dialog, sees its parameter leave the address, and closes it. */
async function closeDialog(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await dialog.waitFor()
  await page.waitForURL(/\/dashboard\/chatbot-setting$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
}

/** Nothing that axe can find is wrong with the page. */
async function judge(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}
