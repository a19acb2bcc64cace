// @ts-check
/** `npm test`, and `npm run test:full`; `npm test -- some/path` runs only those tests. */
import './check-node.mjs'

const { goHome, launch } = await import('./launch.mjs')
const { ensureDeps } = await import('./install.mjs')
const { ensureMessages } = await import('./build.mjs')

process.exitCode = 1 // until all is green, also when we are asked to stop
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
  if (isGreen) process.exitCode = 0
})
