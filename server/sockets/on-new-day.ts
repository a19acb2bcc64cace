/** How often it is checked whether the day has changed, in milliseconds. */
const checkMs = 20_000

/** Calls back after each midnight (UTC), because totals of a day or month change without a tip. The returned function ends it. */
export function onNewDay(listener: () => void): () => void {
  let day = today()
  const timer = setInterval(() => {
    if (today() === day) return
    day = today()
    listener()
  }, checkMs)
  return () => clearInterval(timer)
}

const today = () => new Date().toISOString().slice(0, 10)
