/**
 * Generates `.env.example` and `docs/configuration.md` from the list of environment variables. This command writes them: `node
 * --import tsx .ci/configuration.ts`.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sections, variables } from '../domain/config/environment.ts'
import type { Variable } from '../domain/config/variable-kinds.ts'

/** The sections for operators: all except the one of stand-ins, which production refuses. */
const documented = Object.entries(sections).filter(([title]) => title !== 'Stand-ins')

/** Variables that only the proxy reads. */
const ofProxy: Record<string, Variable['about']> = {
  SITE_ADDRESS: 'the host name of PUBLIC_URL, for which the proxy gets a certificate',
  SITE_TLS:
    'tls internal, for a certificate by a CA of the proxy’s own, where only your own network reaches the site',
}

/** Variables that only `docker-compose.yml` needs, for its Postgres and its Redis. */
const composeOnly: Record<string, Variable['about']> = {
  POSTGRES_PASSWORD: 'the password of the role that owns the schema: make it with "openssl rand -hex 32"',
  POSTGRES_APP_PASSWORD: 'the password of the role that runs the product: make it the same way',
  REDIS_PASSWORD: 'the password of Redis: make it the same way',
}

/** The variables that differ between processes or hosts of one installation, so both docker-compose.yml and the units set them. */
const setForProcess = ['NODE_ENV', 'HOST', 'PORT', 'LIVE_HOST', 'LIVE_PORT', 'DRAIN_SECONDS']
/** The variables that docker-compose.yml makes from its own services, and other ways of running need. */
const setForServices = ['DATABASE_URL', 'REDIS_URL']

/** The variables that docker-compose.yml sets itself, whatever the file of variables says. */
export const setByCompose = [...setForProcess, ...setForServices, 'MIGRATION_DATABASE_URL']

/** The variables that no file of variables for servers and workers may set: `MIGRATION_DATABASE_URL` is for the migration alone. */
const notInExample = [...setForProcess, 'MIGRATION_DATABASE_URL']

/** The values of the example that are not the defaults. */
const exampleValues: Record<string, string> = { SUPPORT_EMAIL: '', MAIL_FROM: '', TRUST_PROXY: '1' }

/** The names of the variables that operators may set. */
export const documentedNames = documented.flatMap(([, section]) => Object.keys(section))

/** For each generated file, the function that returns its contents. */
const files = { '.env.example': toExample, 'docs/configuration.md': toPage }

/** Returns the contents of the generated files, by path. */
export function renderFiles(): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, render]) => [path, render()]))
}

function toExample(): string {
  const lines = documented.flatMap(([title, section]) => {
    const own = Object.entries<Variable>(section).filter(([name]) => !notInExample.includes(name))
    return own.length === 0 ? [] : [`# ${title}`, '', ...own.flatMap(toExampleLines), '']
  })
  return [
    '# The variables of servers and workers, for containers and for systemd: copy this file to `.env` beside docker-compose.yml, or to',
    '# /etc/brimful.env (docs/operator.md), and fill it in. An empty value counts as missing. docs/configuration.md also lists the',
    '# variables that docker-compose.yml and the units set for each process. A value with $, # or a blank goes into single quotes.',
    '',
    '# The proxy',
    '',
    ...Object.entries(ofProxy).flatMap(([name, about]) => [`# ${about}`, `${name}=`]),
    '',
    '# Containers only',
    '',
    ...Object.entries(composeOnly).flatMap(([name, about]) => [`# ${about}`, `${name}=`]),
    '',
    ...lines,
  ].join('\n')
}

function toExampleLines([name, { about, example }]: [string, Variable]): string[] {
  const plain = about.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '')
  const value = exampleValues[name] ?? schemaDefault(name) ?? ''
  const known = example && value === '' ? `, like ${example}` : ''
  const own = setForServices.includes(name) ? ' (docker-compose.yml sets it itself)' : ''
  return [`# ${plain}${known}${own}`, `${name}=${value}`]
}

function toPage(): string {
  const parts = documented.flatMap(([title, section]) => [
    `## ${title}`,
    '',
    '| Variable | Meaning | Default or example |',
    '|---|---|---|',
    ...Object.entries<Variable>(section).map(toRow),
    '',
  ])
  return [
    '# Configuration',
    '',
    'Every environment variable of a server, a worker and the commands. An empty one counts as missing. At the start a process names',
    'all that is wrong at once, and then whether Postgres, Redis or the storage refuse it. [.env.example](../.env.example) is a file to fill',
    'in, for containers and for systemd. `docker-compose.yml` passes all of it on, and sets itself what belongs to its own services:',
    `${setByCompose.map((name) => `\`${name}\``).join(', ')}.`,
    'Commands take the variables of their process or, without a `DATABASE_URL` among them, those of `/etc/brimful.env` and',
    '`/etc/brimful-migrate.env`, or the installation of `npm start` in this folder. This page is made from `domain/config/environment.ts`.',
    '',
    'Without keys of its own a provider is off in production; elsewhere the sandbox stands in for it.',
    '',
    ...parts,
  ].join('\n')
}

function toRow([name, { about, example }]: [string, Variable]): string {
  const usual = schemaDefault(name)
  const shown = usual === undefined ? example && `like \`${example}\`` : usual && `\`${usual}\``
  return `| \`${name}\` | ${about} | ${shown ?? ''} |`
}

/** Returns the default of a variable, as its schema defines it. */
function schemaDefault(name: string): string | undefined {
  const { data } = (variables as Record<string, Variable>)[name]!.schema.safeParse(undefined)
  return typeof data === 'string' || typeof data === 'number' ? String(data) : undefined
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, content] of Object.entries(renderFiles())) writeFileSync(path, content)
