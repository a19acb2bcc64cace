/** Routes for a creator's Discord channel: connecting by a webhook address, disconnecting. */
import { Router } from 'express'
import * as calls from '../../contract/chat/discord-calls.ts'
import { findConnection } from '../../db/queries/chat/connections.ts'
import { connectingConfirmed } from '../../domain/accounts/record-connection.ts'
import { disconnectPlatform } from '../../domain/chat/disconnect-platform.ts'
import { connectDiscord } from '../../domain/chat/platforms/discord/connect.ts'
import type { AppContext } from '../context.ts'
import { ownSession } from '../http/confirmed.ts'
import { handle } from '../http/handle.ts'

export function discordRoutes(ctx: AppContext): Router {
  const router = Router()

  handle(router, calls.getDiscordStatus, async ({ viewer }) => {
    const connection = await findConnection(ctx.db, viewer.uid, 'discord')
    return { connected: connection !== undefined, name: connection?.channel ?? null }
  })

  handle(router, calls.connectDiscord, async (request) => {
    const { address } = request.body
    return {
      connected: true,
      ...(await connectDiscord(ctx, connectingConfirmed(ctx, ownSession(request)), address)),
    }
  })

  handle(router, calls.disconnectDiscord, ({ viewer }) => disconnectPlatform(ctx, viewer.uid, 'discord'))

  return router
}
