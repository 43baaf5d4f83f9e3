/** What came, or would come, of each row. */
import type { ImportPostsAnswer } from '@crier/sdk'
import { useState } from 'react'
import { fullNameOf } from '../../ui/called.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { At } from '../../ui/time.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/import.ts'

type Result = ImportPostsAnswer['results'][number]

const SHOWN = 30

/** First what is wrong, since that is what somebody has to do something about. */
export function Results({
  answer: { results, created, failed },
  named,
}: {
  answer: ImportPostsAnswer
  /** What the table calls a field. */
  named: (column: string) => string
}) {
  const [all, setAll] = useState(false)
  const sorted = results.toSorted((a, b) => Number('post' in a) - Number('post' in b))
  const shown = all ? sorted : sorted.slice(0, SHOWN)
  return (
    <div className="grid gap-3">
      <p role="status">
        {words.import.fine(created)}
        {failed > 0 && ` ${words.import.wrong(failed)}`}
      </p>
      <ol
        aria-label={words.import.rows}
        className="divide-y divide-line rounded-lg border border-line bg-card shadow-card"
      >
        {shown.map((result) => (
          <Row key={result.row} result={result} named={named} />
        ))}
      </ol>
      {shown.length < sorted.length && (
        <Button className="justify-self-center" onClick={() => setAll(true)}>
          {common.list.more}
        </Button>
      )}
    </div>
  )
}

function Row({ result, named }: { result: Result; named: (column: string) => string }) {
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 px-4 py-3 sm:px-5">
      <span className="text-sm text-muted tabular-nums">{words.import.row(result.row)}</span>
      {'post' in result ? (
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-0.5">
          <p dir="auto" className="line-clamp-2 break-words">
            {result.post.content || common.thing.withoutText}
          </p>
          <p className="text-sm break-words text-muted">
            {result.existed && `${words.import.existed} · `}
            {result.post.status === 'draft' || result.post.scheduled_at === null ? (
              common.state.draft
            ) : (
              <At at={result.post.scheduled_at} />
            )}
            {result.post.socialAccounts.map((account) => (
              <span key={account.id}>{` · ${fullNameOf(account)}`}</span>
            ))}
          </p>
        </div>
      ) : (
        <ul className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 text-danger">
          {result.cells.map(({ column, text }, index) => (
            <li key={index} className="break-words">
              {column !== null && <bdi className="font-medium">{named(column)}: </bdi>}
              <Refusal refused={cellOf(result, column)} message={text} />
            </li>
          ))}
          {!result.cells.length && (
            <li className="break-words">
              <Refusal refused={result} message={result.message} />
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

/** Of a row what is wrong with one of its cells. */
function cellOf(
  { message, errors, problems }: Extract<Result, { message: string }>,
  column: string | null,
) {
  const of = Object.entries(errors).filter(([field]) => field.split('.')[0] === column)
  return { code: 'invalid', message, errors: Object.fromEntries(of), problems }
}
