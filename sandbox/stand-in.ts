/** Defines the interface between the sandbox and its stand-ins. */
import type { Server } from 'node:http'
import type { Router } from 'express'
import type { State } from './state.ts'

export interface StandInContext {
  /** The base address of the sandbox: `http://127.0.0.1:3100`. */
  origin: string
  /** The data that survives a restart. */
  state: State
}

export interface StandIn {
  /** Mounted at the root of the sandbox; its paths begin with the provider's name. */
  router: Router
  /** The environment variables that point the product at this stand-in. */
  env: Record<string, string>
  /** Its page for people, which the sandbox's first page lists. */
  page?: { path: string; name: string; about: string }
  /** Handles WebSocket upgrades; called once, when the HTTP server listens. */
  attach?(server: Server): void
  close?(): Promise<void>
}

/** Opens one provider's stand-in. */
export type OpenStandIn = (context: StandInContext) => StandIn | Promise<StandIn>
