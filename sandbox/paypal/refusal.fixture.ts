/** For tests: what an API call was refused with. */
import { ApiError } from '@paypal/paypal-server-sdk'

/** The refusal of a call: its status, the issues of its details, and its body. */
export async function refusal(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected a refusal, got ${error}`)
  const body = JSON.parse(error.body as string)
  const details: { issue: string; field?: string }[] = body.details ?? []
  return { status: error.statusCode, issues: details.map(({ issue }) => issue), body }
}
