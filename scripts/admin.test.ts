import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { readAdminActions } from '../domain/admin/read-actions.ts'
import { readSecretKeys } from '../domain/config/secret-keys.ts'
import { checkSecretsKey } from '../domain/start/check-secrets-key.ts'
import { cookieOf, startTestApp } from '../server/app.fixture.ts'
import type { TestApp } from '../server/app.fixture.ts'
import { startProcess } from './process.fixture.ts'

const key = randomBytes(32).toString('hex')
const loader = createRequire(import.meta.url).resolve('tsx')

/** Runs `npm run admin` on the database of an installation, and returns what it has printed. */
async function admin(app: TestApp, args: string[], environment: NodeJS.ProcessEnv = {}) {
  const { output, ended } = startProcess(
    [process.execPath, '--import', loader, 'scripts/admin.ts', ...args],
    {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: app.ctx.config.databaseUrl,
        SECRETS_KEY: key,
        ...environment,
      },
    },
  )
  return { code: await ended, output: output().trim() }
}

const logIn = (app: TestApp, email: string, password: string) =>
  app.post('account/log-in', { email, password })

test('an installation without mail and Google gets its first admin, who can log in with the password that is printed', async () => {
  await using app = await startTestApp({ SECRETS_KEY: key })

  const { code, output } = await admin(app, ['create', 'Mira', 'mira@brimful-tips.net', 'gbp'])

  expect(code).toBe(0)
  const [, password] =
    /^mira can log in with mira@brimful-tips\.net and this password, and should change it there: (\S+)$/m.exec(
      output,
    ) ?? []
  expect(output).toMatch(
    /^In production \/admin opens only with a second factor: .* \/dashboard\/account-setting\.$/m,
  )
  const entered = await logIn(app, 'mira@brimful-tips.net', password!)
  expect(entered.status).toBe(200)
  const { status } = await app.get('admin/actions', cookieOf(entered))
  expect(status).toBe(200)
  expect((await app.get('account/creator-profile?username=mira')).status).toBe(200)
  const { actions } = await readAdminActions(app.db, undefined)
  expect(actions).toMatchObject([{ action: 'grant', account: 'mira', isCommand: true }])
})

test('a command that would seal emails with another key than the database’s is refused', async () => {
  await using app = await startTestApp({ SECRETS_KEY: key })
  await checkSecretsKey(app.db, readSecretKeys(key), { warn: () => {} })

  expect(await admin(app, ['list'], { SECRETS_KEY: '3'.repeat(64) })).toEqual({
    code: 1,
    output: expect.stringMatching(/^SECRETS_KEY is not the key with which/),
  })
})
