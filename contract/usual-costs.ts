/** What calls cost that say nothing else, by who may make them and whether they write. */
import type { CallDefinition } from './call.ts'

const own = { GET: 'reads of the own account, by index', POST: 'a row of the own account' }
const ofAdmins = 'at most fifty rows by index, for admins only'
const usual = {
  public: { GET: 'one to three reads by index', POST: undefined },
  'signed-in': own,
  moderator: own,
  creator: own,
  admin: { GET: ofAdmins, POST: ofAdmins },
}

/** Returns what a call costs us beyond the request itself. A call of anybody that writes says so itself; throws otherwise. */
export function costsOf({ costs, access, method, path }: CallDefinition): string {
  const declared = costs ?? usual[access][method]
  if (declared === undefined) throw new Error(`${path} does not say what it costs`)
  return declared
}
