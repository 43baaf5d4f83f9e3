import { z } from 'zod'
import { setsSeen } from '#operations/account-sets/parts/account-set.ts'
import { dryRun, flag } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { isSeen } from '#operations/queues/parts/queue.ts'
import { limits } from '#rules/limits.ts'
import { rehearsed } from '#rules/post.ts'
import { invalid, wrong } from '#rules/problem.ts'
import { timezoneField } from '#rules/when.ts'
import { listAccountSets } from '#store/account-sets.ts'
import { listAccounts } from '#store/accounts.ts'
import { listQueues } from '#store/queues.ts'
import { createEach, Made, Refused, type Result } from './parts/batch.ts'
import { inCells, type Line, linesOf } from './parts/imports.ts'
import type { Known } from './parts/named-accounts.ts'
import { schedulePost } from './schedule-post.ts'

const row = z.int().describe('As a program for tables counts; the names of the columns are row 1.')
const Cell = z.object({
  cell: z.string().nullable().describe('Such as B7; null: the table has no such column.'),
  column: z.string().nullable(),
  text: z.string(),
})
const MadeOf = Made.omit({ index: true }).extend({ row })
const RefusedOf = Refused.omit({ index: true }).extend({ row, cells: z.array(Cell) })

export const importPosts = operation({
  name: 'import_posts',
  summary:
    'Create posts from a table (CSV), a row each. Answers for each row the post, or the cells in which something is wrong; the others are made all the same. Without a time a row becomes a draft.',
  effect: 'writes',
  batch: 'csv',
  ability: 'posts:write',
  actions: ['draft', 'schedule', 'publish'],
  once: true,
  idempotent: false,
  input: z.strictObject({
    csv: z.string().describe('The table; over REST it may be the body itself, as text/csv.'),
    timezone: timezoneField
      .optional()
      .describe("Whose clock times without a zone are read by; default the workspace's."),
    all_or_nothing: flag.optional().describe('If one row is refused, make none.'),
    dry_run: dryRun.optional(),
  }),
  output: z.object({
    results: z.array(z.union([MadeOf, RefusedOf])),
    created: z.int().min(0),
    failed: z.int().min(0),
    dry_run: rehearsed,
  }),
  refuses: ['invalid'],
  rest: {
    method: 'POST',
    path: '/api/posts/import',
    takes: 'csv',
    body_bytes: limits.batch_body_bytes,
  },
  mcp: { absent: 'A model writes posts as schedule_posts takes them.' },

  async run({ csv, timezone, all_or_nothing, dry_run }, context) {
    const [accounts, sets, queues] = await Promise.all([
      listAccounts(context),
      listAccountSets(context),
      listQueues(context),
    ])
    const known = {
      accounts,
      sets: setsSeen(sets, context),
      queues: queues.filter((queue) => isSeen(queue, context)),
    }
    const lines = linesOf(csv, timezone, known)
    const face = schedulePost.rest
    const dialect = ('absent' in face ? undefined : face.accepts) ?? schedulePost.input
    const fields = lines.map((line) => withUnread(line))
    const made = await createEach(fields, dialect, context)
    const results = lines.map((line, at) => told(made[at], line, dry_run === true, known))
    const refused = results.filter((each) => 'code' in each)
    if (all_or_nothing && refused.length) throw noneMade(refused)
    const created = results.filter((each) => 'post' in each && !each.existed).length
    return { results, created, failed: refused.length }
  },
})

/** What could not be read is refused with the others, by a field that nobody knows. */
function withUnread({ fields, wrong: unread }: Line) {
  const left = Object.keys(unread)
  return left.length ? { ...fields, [UNREAD]: left } : fields
}
const UNREAD = 'cells'

type Told = z.input<typeof MadeOf> | z.input<typeof RefusedOf>

function told(result: Result | undefined, line: Line, dry: boolean, known: Known): Told {
  if (!result) throw new Error(`Row ${line.row} came to nothing.`)
  const { index: _, ...rest } = result
  if ('post' in rest)
    return {
      row: line.row,
      ...rest,
      post: dry && !rest.existed ? { ...rest.post, id: 0 } : rest.post,
    }
  const { [UNREAD]: __, ...errors } = rest.errors
  const cells = inCells(errors, line, known)
  const all = Object.fromEntries(
    Object.entries(line.wrong).map(([column, text]) => [column, [text]]),
  )
  const message = rest.code === 'invalid' && cells[0] ? sayCell(cells[0]) : rest.message
  return { row: line.row, ...rest, message, errors: { ...errors, ...all }, cells }
}

function noneMade(refused: readonly z.input<typeof RefusedOf>[]) {
  const errors = Object.fromEntries(
    refused.map(({ row: at, cells, message }) => [
      `csv.${at}`,
      cells.length ? cells.map(sayCell) : [message],
    ]),
  )
  return invalid(errors) ?? wrong('csv', 'None was made.')
}

function sayCell({ cell, column, text }: z.input<typeof Cell>) {
  const where = [cell, column].flatMap((each) => each ?? [])
  return `${where.join(', ')}: ${text}`
}
