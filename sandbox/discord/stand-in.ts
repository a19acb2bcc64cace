/** The stand-in for Discord's webhooks. */
import express, { Router } from 'express'
import { openFaults } from '../faults.ts'
import type { StandIn, StandInContext } from '../stand-in.ts'
import { addApiCalls } from './api.ts'
import type { DiscordState } from './api.ts'
import { addControls } from './controls.ts'
import { openLimits } from './limits.ts'
import { addPages } from './pages.ts'
import { openGuild } from './webhooks.ts'

/** Opens the stand-in for Discord. Its webhooks are stored in the sandbox's `State`. */
export function openDiscord({ origin, state }: StandInContext): StandIn {
  const discord: DiscordState = { guild: openGuild(state), limits: openLimits(), faults: openFaults() }
  const apiUrl = `${origin}/discord/api`

  const router = Router()
  router.use('/discord', express.json(), express.urlencoded({ extended: false }))
  addApiCalls(router, discord)
  addControls(router, discord, apiUrl)
  addPages(router, discord.guild, apiUrl)

  const page = { path: '/discord', name: 'Discord', about: 'webhooks and their channels' }
  return { router, page, env: { DISCORD_API_URL: apiUrl } }
}
