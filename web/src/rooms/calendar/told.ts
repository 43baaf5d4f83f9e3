/** Filters in words. */
import { type Field, fields, type Looked, outcomes } from '../../calendar/view.ts'
import { platformName } from '../../ui/platform-mark.tsx'
import { words as ofPosts } from '../../words/posts.ts'
import { words } from '../../words/calendar.ts'

interface Named {
  id: number
  name: string
}

/** Each that is set, in their order. */
export function toldOf(filter: Looked['filter'], accounts: readonly Named[]) {
  const said: Record<Field, (value: string) => string> = {
    account: (value) => accounts.find(({ id }) => String(id) === value)?.name ?? value,
    platform: platformName,
    outcome: (value) =>
      ofPosts.find.outcomes[outcomes.find((each) => each === value) ?? 'scheduled'],
    label: (value) => value,
    risk: () => words.onlyRisk,
    mine: () => words.onlyMine,
  }
  return fields.flatMap((field) => {
    const value = filter[field]
    return value === undefined ? [] : [{ field, text: said[field](value) }]
  })
}
