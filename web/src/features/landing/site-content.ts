/** Figures and samples of the landing page that are the specification's; an operator makes them true. */
export const siteContent = {
  /** What the 'Total raised' counter counts up to, in dollars, and how long it takes. */
  totalRaised: { amount: 50_000, countMs: 500 },
} as const
