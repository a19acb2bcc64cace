/**
 * `npm run connect-bot -- twitch`, or another platform with a bot: connects the operator's chatbot. For YouTube, `--port` sets the port of
 * this machine's listener that the consent page returns to.
 */
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { botPlatform } from '../contract/chat/platforms.ts'
import { openDb } from '../db/connection.ts'
import { BotRefusal } from '../domain/chat/bot-connection.ts'
import { connectBot } from '../domain/chat/connect-bot.ts'
import { openReturnListener } from '../domain/chat/return-listener.ts'
import { ConfigError, readConfig } from '../domain/config/config.ts'
import { asConfigError } from '../domain/start/service-faults.ts'
import { withInstallation } from './command-environment.ts'
import { ourCommand } from '../db/our-command.ts'

/** The port of the listener, which is part of the registered redirect address. */
const defaultPort = '4280'

async function run(env: NodeJS.ProcessEnv): Promise<void> {
  const options = { port: { type: 'string', default: defaultPort } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const { data: platform } = botPlatform.safeParse(positionals[0])
  if (!platform)
    throw new ConfigError(`Which bot? Usage: ${ourCommand('connect-bot', botPlatform.options.join(' or '))}`)
  const config = readConfig(env)
  const db = openDb(config.databaseUrl, { poolSize: 1 })
  const input = createInterface({ input: process.stdin })
  const terminal = {
    show: (line: string) => console.log(line),
    async openReturn() {
      const listener = await openReturnListener(Number(values.port)).catch((error: Error) => {
        throw new ConfigError(
          `Port ${values.port} cannot be used (${error.message}): set another with --port.`,
        )
      })
      return { ...listener, received: Promise.race([listener.received, readPasted(input)]) }
    },
    wait: (milliseconds: number) => sleep(milliseconds),
  }
  await connectBot({ db, config }, platform, terminal)
    .catch((error: unknown) => {
      throw asConfigError(error, config.databaseUrl)
    })
    .finally(async () => {
      input.close()
      await db.destroy()
    })
}

/** Resolves with the first line that is an address. */
async function readPasted(input: AsyncIterable<string>): Promise<URL> {
  for await (const line of input) {
    if (URL.canParse(line.trim())) return new URL(line.trim())
    console.log('That is no address: copy all of it, from http:// on.')
  }
  return new Promise(() => undefined) // the input has ended, so only the listener can receive it
}

try {
  await withInstallation(process.env, run)
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof BotRefusal
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
