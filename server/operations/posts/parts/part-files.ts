/** Which files the parts of a thread show, and the fields that name them. Pure. */
import { say } from '#platforms/kit/checks.ts'
import type { Part, Threaded } from '#rules/thread.ts'
import type { Add } from './platform-check.ts'

type Parts = Pick<Threaded, 'thread' | 'platform_content'>

interface Item<File> {
  item: File
  field: string
}

/** Each file with the field that names it. */
export function placed<File extends { id: number }>(
  ids: readonly number[],
  files: readonly File[],
  field: string,
): Item<File>[] {
  return ids.flatMap((id, index) => {
    const item = files.find((file) => file.id === id)
    return item ? [{ item, field: `${field}.${index}` }] : []
  })
}

export function inParts<File extends { id: number }>(wanted: Parts, files: readonly File[]) {
  return lists(wanted).flatMap(({ ids, field }) => placed(ids, files, field))
}

/** The files that parts behind the first show, each once; an error where there is none. */
export function filesOfParts<File extends { id: number }>(
  wanted: Parts,
  files: readonly File[],
  add: Add,
): File[] {
  const found = lists(wanted).flatMap(({ ids, field }) =>
    inOrder(ids, files, (index) =>
      add(`${field}.${index}`, say('media_unknown', {}), { code: 'media_not_found' }),
    ),
  )
  return [...new Map(found.map((file) => [file.id, file])).values()]
}

function lists({ thread, platform_content }: Parts) {
  const of = (parts: readonly Part[], field: string) =>
    parts.map(({ media_ids: ids }, index) => ({ ids, field: `${field}.${index}.media_ids` }))
  return [
    ...of(thread ?? [], 'thread'),
    ...platform_content.flatMap((own, index) =>
      of(own.thread ?? [], `platform_content.${index}.thread`),
    ),
  ]
}

/** In the order of the ids; `missing` hears of those that there are none of. */
export function inOrder<Row extends { id: number }>(
  ids: readonly number[],
  rows: readonly Row[],
  missing: (index: number) => void,
) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id, index) => {
    const row = byId.get(id)
    if (!row) missing(index)
    return row ? [row] : []
  })
}
