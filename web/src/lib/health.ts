import { useEffect } from 'react'
import { getHealth } from '../../../contract/account-calls.ts'
import { call } from './call.ts'
import { goTo, whereAmI } from './navigation.ts'

/** Where a visitor waits while the service is down. */
export const maintenancePath = '/maintenance'

/** Whether the service says that it can work. */
export async function isHealthy(): Promise<boolean> {
  return call(getHealth, {}, { errorsTo: 'log' }).then(
    () => true,
    () => false,
  )
}

/** Asks once after the first paint, and sends the visitor to the maintenance page when the service cannot work. */
export function useHealthGate(): void {
  useEffect(() => {
    void isHealthy().then((healthy) => {
      if (healthy || window.location.pathname === maintenancePath) return
      goTo(maintenancePath, { from: whereAmI() })
    })
  }, [])
}
