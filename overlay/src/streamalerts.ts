/** The alert page. As the editor's preview it shows what the editor sends. */
import { toggleWrongAddress } from './dom.ts'
import { parseQuery } from './page-query.ts'
import { playAlerts } from './play-alerts.ts'

const query = parseQuery(location.search, location.hash)
if (location.search === '?editor') void import('./preview.ts')
else if (query) playAlerts(query)
else toggleWrongAddress(true)
