/** Lists a creator on /featured-creators, or removes them with `--off`: `feature NAME [--off]`. */
import { openDb } from '../db/connection.ts'
import { setFeatured } from '../db/queries/featured.ts'
import { ConfigError, readDatabaseUrl } from '../domain/config.ts'
import { asConfigError } from '../domain/start/service-faults.ts'

const [name, option] = process.argv.slice(2)

try {
  if (!name || (option && option !== '--off'))
    throw new ConfigError('Which creator? Usage: feature NAME [--off]')
  const url = readDatabaseUrl(process.env)
  const db = openDb(url, { poolSize: 1 })
  const isFeatured = option !== '--off'
  const isDone = await setFeatured(db, name.toLowerCase(), isFeatured)
    .catch((error: unknown) => {
      throw asConfigError(error, url)
    })
    .finally(() => db.destroy())
  if (!isDone) throw new ConfigError(`There is no creator called ${name}.`)
  console.log(isFeatured ? `${name} is featured.` : `${name} is no longer featured.`)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
