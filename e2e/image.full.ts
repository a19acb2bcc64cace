/**
 * Runs the product with just the files of deploy/Dockerfile's last stage: the built programs and the trimmed production packages.
 * The image itself is not built here.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTestPort } from '../scripts/ports.ts'
import { openOverlay } from './failures/clients.ts'
import { redisUrl } from './product.ts'
import { openServer, openWorkers, prepareParts } from './product-parts.ts'
import { openRecords } from './records.ts'
import { keepPayingTip } from './tip-requests.ts'

const folder = mkdtempSync(join(tmpdir(), 'brimful-image-'))
const packages = join(folder, 'node_modules')

beforeAll(() => {
  const list = ['ls', '--omit=dev', '--all', '--parseable']
  const output = execFileSync('npm', list, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  for (const path of output.trim().split('\n').slice(1)) copyPackage(path)
  cpSync('dist', join(folder, 'dist'), { recursive: true })
  cpSync('package.json', join(folder, 'package.json'))
  execFileSync(process.execPath, [resolve('deploy/trim-packages.mjs')], { cwd: folder, stdio: 'pipe' })
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Copies an installed package without the packages in it, which `npm ls` lists by themselves. */
function copyPackage(path: string): void {
  const to = join(folder, relative(resolve('.'), path))
  mkdirSync(dirname(to), { recursive: true })
  const nested = join(path, 'node_modules')
  cpSync(path, to, { recursive: true, filter: (source) => source !== nested })
}

/** Returns the size of a folder's files in megabytes. */
function measure(path: string): number {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
  return files.reduce((sum, file) => sum + lstatSync(file).size, 0) / 1e6
}

test('a tip goes from the payment to the overlay and the chat, with less than 250 MB of packages', async () => {
  expect(measure(packages)).toBeLessThan(250)
  const parts = await prepareParts(await findTestPort())
  const env = { ...parts.env, REDIS_URL: redisUrl(6) }
  await parts.seedDemo(env)
  await parts.setWebhooks(parts.env.PUBLIC_URL!)
  const programs = [openServer(env, folder), openWorkers(env, folder)]
  try {
    for (const program of programs) await program.start()
    const records = openRecords(parts)
    const { goaluuid, creatorUid } = (await records.goalsOf('miravale'))[0]!
    const url = parts.env.PUBLIC_URL!
    const overlay = openOverlay(url, creatorUid)
    await overlay.isReady

    await keepPayingTip({ url, control: parts.control }, { uid: creatorUid, goaluuid }, { name: 'Grace' })

    await expect.poll(() => overlay.shown, { timeout: 30_000 }).toEqual(['Grace'])
    for (const chat of [
      'twitch/channel/miravale',
      `youtube/chat/${await records.youtubeChannelOf(creatorUid)}`,
    ]) {
      const lines = async () => (await records.chatLines(chat)).join('\n')
      await expect.poll(lines, { timeout: 60_000 }).toContain('Grace')
    }
    const page = await fetch(`${url}/miravale/current-goals`)
    expect(await page.text()).toContain('Mira Vale')
    overlay.close()
  } finally {
    await Promise.all(programs.map((program) => program.stop()))
    await parts.sandbox.close()
    await parts.close()
  }
})
