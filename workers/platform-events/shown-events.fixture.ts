import type { Db } from '../../db/connection.ts'
import { listAlertsAfter } from '../../db/queries/alerts/alerts.ts'

/** Returns of each alert of a creator its kind, source, name, quantity and message; of one that is no show event only its kind. */
export async function listShown(db: Db, uid: string): Promise<unknown[][]> {
  const alerts = await listAlertsAfter(db, uid, 0, 200)
  return alerts.map((alert) =>
    alert.kind === 'show'
      ? [alert.show.kind, alert.show.source, alert.name, alert.show.quantity, alert.message]
      : [alert.kind],
  )
}
