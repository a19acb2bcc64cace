// @ts-check
/**
 * Stops with a message if Node is too old. Every launcher imports this file first. It uses only old syntax, so that an old Node
 * can run it.
 */

const { node } = process.versions
const [major = 0, minor = 0] = node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Brimful needs Node 20.19 or newer and this is ${node}: install a newer one from https://nodejs.org.`,
  )
  process.exit(1)
}
