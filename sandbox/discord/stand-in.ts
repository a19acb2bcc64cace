/** The stand-in for Discord, as far as a webhook reaches. */
import express, { Router } from 'express'
import { openFaults } from '../faults.ts'
import type { StandIn, StandInContext } from '../stand-in.ts'
import { apiRoutes } from './api.ts'
import type { House } from './api.ts'
import { controlRoutes } from './controls.ts'
import { openLimits } from './limits.ts'
import { pageRoutes } from './pages.ts'
import { openGuild } from './webhooks.ts'

/** Opens Discord; webhooks stay the same as long as the state does. */
export function openDiscord({ origin, state }: StandInContext): StandIn {
  const house: House = { guild: openGuild(state), limits: openLimits(), faults: openFaults() }
  const apiUrl = `${origin}/discord/api`

  const router = Router()
  router.use('/discord', express.json(), express.urlencoded({ extended: false }))
  router.use(apiRoutes(house), controlRoutes(house, apiUrl), pageRoutes(house.guild, apiUrl))

  return { router, env: { DISCORD_API_URL: apiUrl } }
}
