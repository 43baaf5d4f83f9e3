/** Which posts a command is about, as flags: the same for whatever lists them. */
import { CreatedVia, Need, Outcome, PostStatus } from '#rules/post.ts'
import type { Given } from './command.ts'

const texts = [
  'status',
  'outcome',
  'needs',
  'search',
  'labels',
  'accounts',
  'platform',
  'external-id',
  'at-risk',
  'created-via',
  'key-id',
  'series',
  'queue',
  'updated-since',
  'from',
  'to',
  'sort',
  'order',
] as const

export const filterTakes =
  '[--status STATUS] [--outcome failed,partial] [--needs decision] [--search WORDS] [--labels WORD,WORD] [--accounts NAME,ID] [--platform P] [--external-id ID] [--at-risk true] [--created-via mcp] [--key-id ID] [--series ID] [--queue ID] [--updated-since TIME] [--deleted] [--from TIME] [--to TIME] [--sort FIELD] [--order asc]'

export const filterFlags = {
  ...Object.fromEntries(texts.map((flag) => [flag, 'optional' as const])),
  deleted: 'switch' as const,
}

export const filterNames = { account_ids: 'accounts', series_id: 'series', queue_id: 'queue' }

export const filterChoices = {
  outcome: Outcome.options,
  'created-via': CreatedVia.options,
  status: [...PostStatus.options, 'all'],
  needs: Need.options,
  'at-risk': ['true', 'false'],
  order: ['asc', 'desc'],
}

/** The fields of the operation, as far as they were given; what is empty is left for it to refuse. */
export function filterOf(given: Given): Record<string, unknown> {
  const fields = new Map(Object.entries(filterNames).map(([field, flag]) => [flag, field]))
  const said = texts.flatMap((flag) => {
    const text = given[flag]
    return text === undefined ? [] : [[fields.get(flag) ?? flag.replaceAll('-', '_'), text]]
  })
  return { ...Object.fromEntries(said), ...(given['deleted'] && { deleted: true }) }
}
