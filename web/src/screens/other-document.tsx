import { useEffect } from 'react'
import { carryToasts } from '../lib/carried-toasts.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'

/** Loads the document of an address that the router has opened in a document with another content policy. */
export function OtherDocument() {
  useEffect(() => {
    carryToasts()
    window.location.reload()
  }, [])
  return <LoadingScreen />
}
