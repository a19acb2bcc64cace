// @ts-check
/** `npm test`, and `npm run test:full`; `npm test -- some/path` runs only those tests. */
import './check-node.mjs'

const { goHome, launch } = await import('./boot.mjs')
const { ensureDeps } = await import('./install.mjs')
const { ensureMessages } = await import('./build.mjs')

await launch(async () => {
  goHome()
  await ensureDeps()
  await ensureMessages()
  const { register } = await import('tsx/esm/api')
  register()
  const { runTests } = await import('./run-tests.ts')
  const args = process.argv.slice(2)
  const narrowedTo = args.filter((arg) => arg !== '--full')
  const isGreen = await runTests({ isFull: args.includes('--full'), narrowedTo })
  process.exitCode = isGreen ? 0 : 1
})
