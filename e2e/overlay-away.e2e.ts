/** Tests what OBS shows while no server is ready: nothing, and the alert box as soon as there is one. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { findTestPort } from '../db/test-port.fixture.ts'
import { findOnPath } from '../scripts/find-on-path.ts'
import { writeAlertBoxFile } from '../scripts/alert-box-file.ts'
import { launchChromium } from './browser.ts'
import { startCaddy } from './caddy.ts'
import { stream } from './visitors.ts'

const caddy = findOnPath('caddy')
if (!caddy && process.env.CI === 'true') throw new Error('There is no caddy on the PATH: CI needs one.')
if (!caddy) console.log('e2e/overlay-away: skipped, because there is no caddy on the PATH')

const address = '/streamalerts?userUID=1#key=secret'

test.skipIf(!caddy).each([address, '/overlay?widget=goal#key=secret'])(
  'while no server is ready OBS shows nothing on %s, and the page itself by itself afterwards',
  async (path) => {
    const [proxyPort, port] = [await findTestPort(), await findTestPort()]
    const url = `http://localhost:${proxyPort}`
    await using _proxy = await startCaddy(caddy!, url, [port])
    await using browser = await launchChromium()
    const page = await browser.newPage({ viewport: stream })

    await expect.poll(() => page.goto(url + path).then((response) => response?.status())).toBe(503)
    expect(await page.locator('body').innerText()).toBe('')
    const png = await page.screenshot({ omitBackground: true })
    const empty = await browser.newPage({ viewport: stream })
    await empty.goto('about:blank')
    expect(png.equals(await empty.screenshot({ omitBackground: true }))).toBe(true)

    await using _server = await serve(port)
    await page.getByText('the alert box').waitFor()
    expect(page.url()).toBe(url + path)
  },
)

test('the local file shows nothing until Brimful runs, and then the alert box', async () => {
  const port = await findTestPort()
  const folder = mkdtempSync(join(tmpdir(), 'brimful-file-'))
  const url = `http://localhost:${port}${address}`
  const file = writeAlertBoxFile('web/public', url, folder)
  await using browser = await launchChromium()
  const page = await browser.newPage({ viewport: stream })

  await page.goto(pathToFileURL(file).href)
  expect(await page.locator('body').innerText()).toBe('')

  await using _server = await serve(port)
  await page.getByText('the alert box').waitFor()
  expect(page.url()).toBe(url)
  rmSync(folder, { recursive: true })
})

test.skipIf(!caddy)('people read a sentence while no server is ready', async () => {
  const [proxyPort, port] = [await findTestPort(), await findTestPort()]
  const url = `http://localhost:${proxyPort}`
  await using _proxy = await startCaddy(caddy!, url, [port])

  const response = await fetch(`${url}/miravale`)

  expect(response.headers.get('retry-after')).toBe('5')
  expect(await response.text()).toContain('available right now')
})

/** Starts a server that is ready and has one page. */
async function serve(port: number) {
  const server = createServer(
    (_req, res) => void res.setHeader('Content-Type', 'text/html').end('the alert box'),
  )
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
