/** Starts the whole application for tests that send it random inputs, with real processes for files, and stand-ins for the providers. */
import { createServer } from 'node:http'
import { forFile } from '../db/for-file.fixture.ts'
import { openImportFiles } from '../domain/imports/import-files.ts'
import { openPictures } from '../domain/storage/pictures.ts'
import { startPaypal } from '../sandbox/paypal/paypal.fixture.ts'
import { openSandbox } from '../sandbox/sandbox.fixture.ts'
import { controlStripe } from '../sandbox/stripe/stripe.fixture.ts'
import { startTestApp } from './app.fixture.ts'
import { createApp } from './app.ts'
import { listen } from './listen.fixture.ts'
import { builtPages } from './pages/pages.ts'
import { buildPages } from './roles/built-pages.fixture.ts'
import { buildWorld } from './roles/world.fixture.ts'

/** Starts it for the tests of a file. `openWorld` makes accounts whose sessions and limits are new. */
export async function startFuzzWorld() {
  const paypal = await forFile(startPaypal())
  const sandbox = await forFile(openSandbox())
  const env = { ...sandbox.env, ...paypal.env, TRUST_PROXY: 'loopback' }
  const app = await forFile(
    startTestApp(env, ({ log }) => ({
      publish: () => {},
      pictures: openPictures(log),
      importFiles: openImportFiles(log),
    })),
  )
  const pages = await forFile(buildPages())
  const site = await forFile(listen(createServer(createApp(app.ctx, builtPages(pages.folder, app.ctx)))))
  const standIns = { sandbox, control: paypal.control, controlStripe: controlStripe(sandbox.env) }
  return { app, url: site.url, openWorld: () => buildWorld(app, standIns) }
}
