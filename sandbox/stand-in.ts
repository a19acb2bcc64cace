/** What every stand-in for an outside provider looks like to the sandbox that hosts it. */
import type { Server } from 'node:http'
import type { Router } from 'express'
import type { State } from './state.ts'

export interface StandInContext {
  /** Base address of the whole sandbox, without a trailing slash: `http://127.0.0.1:3100`. */
  origin: string
  /** What the stand-in remembers between restarts. */
  state: State
}

export interface StandIn {
  /** Mounted at the root of the sandbox; the stand-in itself uses paths that name the provider. */
  router: Router
  /** The environment with which the product's own SDK code finds this stand-in. */
  env: Record<string, string>
  /** Takes over WebSocket upgrades that are its own; called once, after the HTTP server listens. */
  attach?(server: Server): void
  close?(): Promise<void>
}

/** Makes one provider's stand-in. */
export type OpenStandIn = (context: StandInContext) => StandIn | Promise<StandIn>
