/** Routes for a creator's Discord channel: connecting by a webhook address, testing, disconnecting. */
import { Router } from 'express'
import * as calls from '../../contract/discord-calls.ts'
import { findConnection } from '../../db/queries/connections.ts'
import { disconnectPlatform } from '../../domain/chat/disconnect-platform.ts'
import { connectDiscord, testDiscord } from '../../domain/chat/connect-discord.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'

export function discordRoutes(ctx: AppContext): Router {
  const router = Router()

  handle(router, calls.getDiscordStatus, async ({ viewer }) => {
    const connection = await findConnection(ctx.db, viewer.uid, 'discord')
    return { connected: connection !== undefined, name: connection?.channel ?? null }
  })

  handle(router, calls.connectDiscord, async ({ body, viewer }) => {
    await ctx.accountLimits.takeDiscord(viewer.uid)
    return { connected: true, ...(await connectDiscord(ctx, viewer.uid, body.address)) }
  })

  handle(router, calls.testDiscord, async ({ viewer }) => {
    await ctx.accountLimits.takeDiscord(viewer.uid)
    await testDiscord(ctx, viewer.uid)
  })

  handle(router, calls.disconnectDiscord, ({ viewer }) => disconnectPlatform(ctx, viewer.uid, 'discord'))

  return router
}
