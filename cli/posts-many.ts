/** `crier posts update`, `import`, `export`: many posts at once. */
import { open, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { exportPosts } from '#operations/posts/export-posts.ts'
import { importPosts } from '#operations/posts/import-posts.ts'
import { updatePosts } from '#operations/posts/update-posts.ts'
import { type Command, UsageError } from './command.ts'
import { openInstance } from './instance.ts'
import { filterChoices, filterFlags, filterNames, filterOf, filterTakes } from './post-filter.ts'
import { idsIn, whens } from './words.ts'

const Answer = z.looseObject({
  results: z.array(
    z.looseObject({
      post: z.looseObject({ id: z.int() }).optional(),
      post_id: z.int().optional(),
      message: z.string().optional(),
    }),
  ),
  updated: z.int(),
  failed: z.int(),
})

const texts = ['when', 'queue', 'scheduled-at', 'timezone', 'shift-minutes'] as const
const words = ['labels', 'add-labels', 'remove-labels'] as const
const switches = ['cancel', 'reorder', 'all-or-nothing', 'dry-run'] as const

const update: Command = {
  name: 'posts update',
  takes:
    'ID,ID [--when WHEN] [--queue ID] [--scheduled-at TIME] [--timezone ZONE] [--shift-minutes=N] [--cancel] [--reorder] [--labels WORD,WORD] [--add-labels WORD,WORD] [--remove-labels WORD,WORD] [--all-or-nothing] [--dry-run] [--json]',
  summary:
    'Move, cancel, reorder or relabel many posts; what stays as it is is told with the reason.',
  values: ['ids'],
  flags: {
    ...Object.fromEntries([...texts, ...words].map((flag) => [flag, 'optional' as const])),
    ...Object.fromEntries(switches.map((flag) => [flag, 'switch' as const])),
  },
  suggestions: { when: whens },
  json: true,

  async run({ ids = '', ...given }, config) {
    const said = <Flag extends string>(flags: readonly Flag[], read: (text: string) => unknown) =>
      flags.flatMap((flag) => {
        const text = given[flag]
        return text === undefined ? [] : [[flag.replaceAll('-', '_'), read(text)]]
      })
    const fields: Record<string, unknown> = {
      ids: idsIn(ids),
      ...Object.fromEntries(said(texts, (text) => text)),
      ...Object.fromEntries(said(words, (text) => (text === '' ? [] : text.split(',')))),
      ...Object.fromEntries(said(switches, () => true)),
    }
    await using instance = await openInstance(config)
    const data = Answer.parse(await instance.ask(updatePosts, fields))
    const refused = data.results.flatMap(({ post_id, message }) =>
      message === undefined ? [] : [`Post ${post_id} stays as it is: ${message}`],
    )
    const would = given['dry-run'] ? 'would be changed' : 'changed'
    const text = [...refused, `${data.updated} ${would}, ${data.failed} not.`].join('\n')
    return { data, text, ...(data.failed > 0 && { failed: true }) }
  },
}

const Imported = z.looseObject({
  results: z.array(
    z.looseObject({
      row: z.int(),
      message: z.string().optional(),
      cells: z
        .array(
          z.object({
            cell: z.string().nullable(),
            column: z.string().nullable(),
            text: z.string(),
          }),
        )
        .optional(),
    }),
  ),
  created: z.int(),
  failed: z.int(),
})

const take: Command = {
  name: 'posts import',
  takes: 'FILE [--timezone ZONE] [--all-or-nothing] [--dry-run] [--json]',
  summary: 'Create posts from a table (CSV), a row each; what is wrong is told by its cell.',
  values: ['file'],
  flags: { timezone: 'optional', 'all-or-nothing': 'switch', 'dry-run': 'switch' },
  names: { csv: 'file' },
  json: true,

  async run({ file = '', timezone, ...given }, config) {
    const fields = {
      csv: await tableIn(file),
      ...(timezone !== undefined && { timezone }),
      ...(given['all-or-nothing'] && { all_or_nothing: true }),
      ...(given['dry-run'] && { dry_run: true }),
    }
    await using instance = await openInstance(config)
    const data = Imported.parse(await instance.ask(importPosts, fields))
    const refused = data.results.flatMap(({ row, message, cells = [] }) =>
      message === undefined ? [] : cells.length ? cells.map(sayCell) : [`Row ${row}: ${message}`],
    )
    const would = given['dry-run'] ? 'would be created' : 'created'
    const text = [...refused, `${data.created} ${would}, ${data.failed} rows refused.`].join('\n')
    return { data, text, ...(data.failed > 0 && { failed: true }) }
  },
}

function sayCell({
  cell,
  column,
  text,
}: {
  cell: string | null
  column: string | null
  text: string
}) {
  return `${[cell, column].flatMap((each) => each ?? []).join(', ')}: ${text}`
}

async function tableIn(file: string) {
  const path = resolve(file)
  const bytes = await readFile(path).catch((error: Error) => {
    throw new UsageError(`FILE: ${path} cannot be read: ${error.message}.`)
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError('FILE: Save the table as “CSV UTF-8”: it is in another encoding.')
  }
}

const Piece = z.object({ text: z.string(), next_cursor: z.string().nullable() })

const give: Command = {
  name: 'posts export',
  takes: `FILE ${filterTakes} [--json]`,
  summary: 'Write posts into a new file as a table (CSV), which posts import takes back.',
  values: ['file'],
  flags: filterFlags,
  choices: filterChoices,
  names: filterNames,
  json: true,

  async run({ file = '', ...given }, config) {
    const path = resolve(file)
    const fields = filterOf(given)
    await using instance = await openInstance(config)
    // Before there is a file: what is wrong with the filter leaves none behind.
    let piece = Piece.parse(await instance.ask(exportPosts, fields))
    await using table = await open(path, 'wx').catch((error: Error) => {
      throw new UsageError(`FILE: ${path} cannot be written anew: ${error.message}.`)
    })
    while (true) {
      await table.write(piece.text)
      if (piece.next_cursor === null) break
      const { next_cursor: cursor } = piece
      piece = Piece.parse(await instance.ask(exportPosts, { ...fields, cursor }))
    }
    return { data: { file: path }, text: `The table is in ${path}.` }
  },
}

export const manyPostsCommands = [update, take, give]
