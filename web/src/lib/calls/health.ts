import { useEffect } from 'react'
import { navigateTo, currentAddress } from '../navigation.ts'

/** The page that visitors see while the service is down. */
export const maintenancePath = '/maintenance'

/**
 * Returns whether the service reports that it is healthy. The code for this is loaded on demand, to keep it out of the first
 * paint.
 */
export async function isHealthy(): Promise<boolean> {
  return import('./fetch-health.ts').then(
    ({ fetchHealth }) => fetchHealth(),
    () => false,
  )
}

/** Checks the service's health after the first paint and opens the maintenance page when it is down. */
export function useHealthGate(): void {
  useEffect(() => {
    void isHealthy().then((healthy) => {
      if (healthy || window.location.pathname === maintenancePath) return
      navigateTo(maintenancePath, { from: currentAddress() })
    })
  }, [])
}
