/** Lists a creator on /featured-creators, or removes them with `--off`: `feature NAME [--off]`. */
import { openDb } from '../db/connection.ts'
import { setFeatured } from '../db/queries/featured.ts'
import { ConfigError, readConfig } from '../domain/config.ts'

const [name, option] = process.argv.slice(2)

try {
  if (!name || (option && option !== '--off'))
    throw new ConfigError('Which creator? Usage: feature NAME [--off]')
  const db = openDb(readConfig(process.env).databaseUrl, { poolSize: 1 })
  const isFeatured = option !== '--off'
  const isDone = await setFeatured(db, name.toLowerCase(), isFeatured).finally(() => db.destroy())
  if (!isDone) throw new ConfigError(`There is no creator called ${name}.`)
  console.log(isFeatured ? `${name} is featured.` : `${name} is no longer featured.`)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
