/** What a press back leaves of a change that is taken back. Pure. */
import type { Composition } from './composition.ts'

/** As it was; files that came since stay, and those that were on their way are as far as they are now. */
export function takenBack(
  before: Partial<Composition>,
  { files: now }: Pick<Composition, 'files'>,
): Partial<Composition> {
  const { files: was } = before
  if (!was) return before
  const known = new Set(was.map(({ key }) => key))
  const there = was.map((file) => now.find(({ key }) => key === file.key) ?? file)
  return { ...before, files: [...there, ...now.filter(({ key }) => !known.has(key))] }
}
