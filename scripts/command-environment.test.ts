/** Commands find the variables of the installation that they are about. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { borrowAccount } from '../db/embedded/account.ts'
import { withInstallation } from './command-environment.ts'
import { setUpFolder } from './folder.fixture.ts'
import { startProcess } from './process.fixture.ts'

const folder = setUpFolder('brimful-etc-')
const read = (given: NodeJS.ProcessEnv) => withInstallation(given, async (env) => env, folder.path)

test('a command has the variables of the units’ files, also the one of the migration; its own come first', async () => {
  folder.plant({
    'brimful.env':
      "# the site\nPUBLIC_URL=https://brimful-tips.net\nDATABASE_URL=postgres://app@127.0.0.1/brimful\nMAIL_FROM='Brimful <a@brimful-tips.net>'\nSMTP_URL=\n",
    'brimful-migrate.env': 'MIGRATION_DATABASE_URL=postgres://owner@127.0.0.1/brimful\n',
  })

  expect(await read({ LOG_LEVEL: 'warn', PUBLIC_URL: 'https://other.net' })).toEqual({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://other.net',
    DATABASE_URL: 'postgres://app@127.0.0.1/brimful',
    MIGRATION_DATABASE_URL: 'postgres://owner@127.0.0.1/brimful',
    MAIL_FROM: 'Brimful <a@brimful-tips.net>',
    SMTP_URL: '',
    LOG_LEVEL: 'warn',
  })
})

test('a command that has a database already reads no file', async () => {
  folder.plant({ 'brimful.env': 'DATABASE_URL=postgres://app@127.0.0.1/brimful\n' })

  expect(await read({ DATABASE_URL: 'postgres://own@127.0.0.1/own' })).toEqual({
    DATABASE_URL: 'postgres://own@127.0.0.1/own',
  })
})

test('an account that may not read the file is sent to the one that may, in one sentence', async () => {
  folder.plant({ 'brimful.env': 'DATABASE_URL=postgres://app@127.0.0.1/brimful\n' })
  const file = join(folder.path, 'brimful.env')
  chmodSync(folder.path, 0o777) // tsx has its cache there
  chmodSync(file, 0)
  const code = `
    const { withInstallation } = await import(${JSON.stringify(import.meta.resolve('./command-environment.ts'))})
    await withInstallation({}, async () => {}, ${JSON.stringify(folder.path)}).catch((error) => console.log(error.message))`
  const { ended, output } = startProcess(
    [process.execPath, '--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', code],
    {
      ...(borrowAccount() && { uid: borrowAccount()!.uid }),
      env: { PATH: process.env.PATH, TMPDIR: folder.path },
    },
  )
  await ended

  expect(output().trim()).toBe(
    `This account may not read ${file}, which has the variables of this installation: run the command as root, for example with sudo.`,
  )
})
