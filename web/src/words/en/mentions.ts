/** English: whom a text may mention. */
import { plural } from '../format.ts'

export const words = {
  title: 'People to mention',
  found: (n: number) =>
    `${plural(n, { one: 'person', other: 'people' })} found. Arrows choose, Enter takes, Escape closes.`,
}
