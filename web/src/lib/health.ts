import { useEffect } from 'react'
import { navigateTo, currentAddress } from './navigation.ts'

/** Where a visitor waits while the service is down. */
export const maintenancePath = '/maintenance'

/** Whether the service says that it can work. What asks is loaded when it is asked: first paint never waits for it. */
export async function isHealthy(): Promise<boolean> {
  return import('./fetch-health.ts').then(
    ({ fetchHealth }) => fetchHealth(),
    () => false,
  )
}

/** Asks once after the first paint, and sends the visitor to the maintenance page when the service cannot work. */
export function useHealthGate(): void {
  useEffect(() => {
    void isHealthy().then((healthy) => {
      if (healthy || window.location.pathname === maintenancePath) return
      navigateTo(maintenancePath, { from: currentAddress() })
    })
  }, [])
}
