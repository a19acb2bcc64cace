/** Adds the fields of Stripe's objects that are always null in this sandbox. */

type Words<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Exclude<Found | Text, ''>
type Lines<Text extends string, Found = never> = Text extends `${infer Line}\n${infer Rest}`
  ? Lines<Rest, Found | Words<Line>>
  : Found | Words<Text>

/** Returns an object whose properties, named in a text and separated by spaces, are all null. */
export function nulls<Text extends string>(names: Text) {
  const entries = names
    .trim()
    .split(/\s+/)
    .map((name) => [name, null])
  return Object.fromEntries(entries) as Record<Lines<Text> & string, null>
}
