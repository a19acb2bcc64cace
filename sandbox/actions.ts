/**
 * The actions of a seller, a bank or a provider on a payment, which a control endpoint or a button on the activity page triggers.
 */

interface Action<Context, Payment> {
  label: string
  /** Returns whether the action is possible in the payment's current state. */
  allows(payment: Payment, context: Context): boolean
  /**
   * Performs the action on `minor` minor units, by default on the whole remaining amount of the payment. Returns false if `minor`
   * is more than the remaining amount.
   */
  perform(context: Context, payment: Payment, minor?: number): boolean | void
}

/** The actions of a provider, by name. */
export type Actions<Context, Payment> = Record<string, Action<Context, Payment>>

/** Creates an action from its label, condition and effect. */
export function action<Context, Payment>(
  label: string,
  allows: Action<Context, Payment>['allows'],
  perform: Action<Context, Payment>['perform'],
): Action<Context, Payment> {
  return { label, allows, perform }
}

/** Performs an action. Returns false if the action is unknown, or if the payment does not allow it now. */
export function performAction<Context, Payment>(
  actions: Actions<Context, Payment>,
  name: string,
  context: Context,
  payment: Payment,
  minor?: number,
): boolean {
  const wanted = actions[name]
  return Boolean(wanted?.allows(payment, context)) && wanted?.perform(context, payment, minor) !== false
}
