// @ts-check
/** `npm test` and `npm run test:full`. With paths, as in `npm test -- some/path`, only the tests at these paths. */
import './check-node.mjs'

const { launch } = await import('./launch.mjs')
const { ensureInstalled } = await import('./install.mjs')
const { ensureMessages } = await import('./build.mjs')

process.exitCode = 1 // the exit code of a run that is stopped early, which must count as failed
await launch(async () => {
  await ensureInstalled({ forTests: true })
  await ensureMessages()
  const { register } = await import('tsx/esm/api')
  register()
  const { runTests } = await import('./run-tests.ts')
  const args = process.argv.slice(2)
  const paths = args.filter((arg) => arg !== '--full')
  if (await runTests({ isFull: args.includes('--full'), paths })) process.exitCode = 0
})
