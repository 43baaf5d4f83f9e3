/** What a press back leaves of a change that is taken back. Pure. */
import type { Composition } from './composition.ts'
import type { File } from './file.ts'
import { addPart, type Part } from './parts.ts'

/**
 * As it was; files that came since stay, and those that were on their way are as far as they are now. What the change had `left` and
 * is not there any more was taken out by somebody since.
 */
export function takenBack(
  before: Partial<Composition>,
  { files: now }: Pick<Composition, 'files'>,
  left: readonly File[] = [],
): Partial<Composition> {
  const { files: was, parts } = before
  if (!was) return before
  const known = new Set(was.map(({ key }) => key))
  const there = was.flatMap((file) => {
    const is = fileOf(now, file.key)
    if (!is) return fileOf(left, file.key) ? [] : [file]
    return [parts ? inPart(is, file.part) : is]
  })
  return { ...before, files: [...there, ...now.filter(({ key }) => !known.has(key))] }
}

/** A part that was taken out, where it stood and with its files; all else is as it is now. */
export function partBack(
  before: Pick<Composition, 'parts' | 'files'>,
  { parts, files }: Pick<Composition, 'parts' | 'files'>,
  part: Part,
): Pick<Composition, 'parts' | 'files'> {
  const behind = before.parts[before.parts.findIndex(({ key }) => key === part.key) - 1]?.key
  const gone = before.files.filter((file) => file.part === part.key && !fileOf(files, file.key))
  return { parts: addPart(parts, behind, part), files: [...files, ...gone] }
}

function fileOf(files: readonly File[], key: string) {
  return files.find((each) => each.key === key)
}

function inPart(file: File, part: string | undefined): File {
  const { part: _, ...own } = file
  return part === undefined ? own : { ...own, part }
}
