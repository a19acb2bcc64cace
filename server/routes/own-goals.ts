/** Routes for a creator's own goals; every change is published to open pages. */
import { Router } from 'express'
import type { StartsAnew } from '../../contract/entities.ts'
import * as calls from '../../contract/goals/own-goal-calls.ts'
import { updateGoal } from '../../db/queries/goals/own-goals.ts'
import * as goals from '../../domain/goals/own-goals.ts'
import { forgetReplacedPicture } from '../../domain/storage/pictures.ts'
import { announce } from '../announce.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { receivePicture } from '../http/receive-picture.ts'

/** Mounts the routes; each responds with the changed goal. */
export function ownGoalRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db } = ctx

  handle(router, calls.getOwnGoals, ({ viewer }) => goals.listOwnGoals(db, viewer.uid))

  handle(router, calls.createGoal, async ({ body, viewer: { uid } }) => {
    return announceChange(ctx, uid, await goals.createGoal(db, uid, toTexts(body)))
  })

  handle(router, calls.updateGoal, async ({ body, viewer: { uid } }) =>
    announceChange(ctx, uid, await goals.updateGoal(db, uid, body.goaluuid, toTexts(body))),
  )

  handle(router, calls.changeGoalStatus, async ({ body, viewer: { uid } }) =>
    announceChange(ctx, uid, await goals.changeGoalStatus(db, uid, body.goaluuid, body.action)),
  )

  handle(router, calls.reorderGoals, async ({ body, viewer: { uid } }) =>
    announceChange(ctx, uid, await goals.reorderGoals(db, uid, body.goaluuids)),
  )

  handle(router, calls.uploadGoalPicture, async ({ query: { goaluuid }, viewer: { uid }, req, res }) => {
    // before the upload is read, so that nobody uploads a picture for another creator's goal
    await goals.getOwnGoal(db, uid, goaluuid)
    const upload = { req, res, field: calls.uploadGoalPicture.file, owner: uid }
    return setPicture(ctx, uid, goaluuid, await receivePicture(ctx, 'goal', upload))
  })

  handle(router, calls.removeGoalPicture, ({ body, viewer }) =>
    setPicture(ctx, viewer.uid, body.goaluuid, null),
  )

  return router
}

interface TypedGoal {
  title: string
  description: string
  amount: number
  endDate: string | null
  startsAnew?: StartsAnew | 'never' | undefined
  eventWorth?: calls.EventWorth | undefined
}

function toTexts({ title, description, amount, endDate, startsAnew, eventWorth }: TypedGoal) {
  return {
    title,
    description,
    amountMinor: amount,
    endDate: endDate === null ? null : new Date(endDate),
    startsAnew: startsAnew === 'never' ? null : startsAnew,
    eventWorth: eventWorth && Object.keys(eventWorth).length === 0 ? null : eventWorth,
  }
}

async function setPicture(ctx: AppContext, uid: string, goaluuid: string, image: string | null) {
  const { db } = ctx
  const before = await goals.getOwnGoal(db, uid, goaluuid)
  await updateGoal(db, goaluuid, { image })
  forgetReplacedPicture(ctx, before.image)
  return announceChange(ctx, uid, await goals.getOwnGoal(db, uid, goaluuid))
}

/** Publishes the change to pages that show the creator. */
function announceChange<T>(ctx: AppContext, creatorUid: string, answer: T): T {
  announce(ctx, { kind: 'live', creatorUid })
  return answer
}
