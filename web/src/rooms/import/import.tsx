/** Posts from a table: which column is what, a look at what would come of it, and then the posts. */
import type { ImportPostsAnswer } from '@crier/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { accountsQuery } from '../../api/queries.ts'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { csvOf } from '../../ui/csv.ts'
import { download } from '../../ui/download.ts'
import { Notice } from '../../ui/notice.tsx'
import { Card, Page, Section } from '../../ui/page.tsx'
import { common } from '../../words/common.ts'
import { day } from '../../words/format.ts'
import { words } from '../../words/import.ts'
import { AccountList } from '../write/account-list.tsx'
import { Columns } from './columns.tsx'
import { doubtful, type Order, orderOf } from './dates.ts'
import { type Fetched, fetchFiles } from './fetching.ts'
import { addressesOf, prepared, timesOf } from './prepare.ts'
import { Results } from './results.tsx'
import { guess, type Mapping, readTable, type Table, writeTable } from './table.ts'

/** As many as the service takes. */
const MOST_BYTES = 5_000_000

/** What would come of which table: this one is made, and no other. */
interface Looked {
  csv: string
  answer: ImportPostsAnswer
}

interface Chosen {
  name: string
  table: Table
}

export function Import() {
  const { edits } = useHere()
  return (
    <Page
      title={words.import.title}
      lead={words.import.lead}
      actions={<LinkButton to="/posts">{common.thing.posts}</LinkButton>}
    >
      {edits ? <Steps /> : <Notice kind="warn">{words.import.viewer}</Notice>}
    </Page>
  )
}

/** As whoever looks writes it: “Dec 28”, or “28 Dec”. */
const usual: Order = day('2027-12-28', 'short').startsWith('28') ? 'day first' : 'month first'

const none: readonly Account[] = []
const nothing: Fetched = { files: new Map(), failed: new Map() }

function Steps() {
  const here = useHere()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<Chosen>()
  const [mapping, setMapping] = useState<Mapping>([])
  const [accounts, setAccounts] = useState<readonly number[]>([])
  const [order, setOrder] = useState(usual)
  const [fetched, setFetched] = useState(nothing)
  const [done, setDone] = useState<number>()
  const [looked, setLooked] = useState<Looked>()
  const [made, setMade] = useState<ImportPostsAnswer>()
  const result = useRef<HTMLDivElement>(null)
  // Below a long table nobody would see that there is one.
  useEffect(() => {
    if (looked) result.current?.scrollIntoView({ block: 'start' })
  }, [looked])
  const [busy, setBusy] = useState<'look' | 'make'>()
  const [problem, setProblem] = useState<string>()
  const { data = none } = useQuery(accountsQuery(here))
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])

  async function choose(file: File | undefined) {
    if (!file) return
    setLooked(undefined)
    setMade(undefined)
    const wrong = file.size > MOST_BYTES ? words.import.tooLarge : undefined
    const table = readTable(wrong ? '' : await file.text())
    const empty = !table.head.some(Boolean) || !table.rows.length
    setProblem(wrong ?? (empty ? words.import.noTable : undefined))
    setChosen(empty ? undefined : { name: file.name, table })
    setMapping(guess(table.head))
    setFetched({ ...fetched, failed: new Map() })
  }
  function startAgain() {
    setMade(undefined)
    setLooked(undefined)
    setChosen(undefined)
  }
  function map(now: Mapping) {
    setMapping(now)
    setLooked(undefined)
  }
  const addresses = chosen ? addressesOf(chosen.table, mapping) : []
  const times = chosen ? timesOf(chosen.table, mapping) : []
  const unclear = doubtful(times)

  async function files(): Promise<Fetched> {
    if (!addresses.length) return nothing
    const { signal } = leaving.current
    const now = await fetchFiles(here.crier, addresses, { before: fetched, told: setDone, signal })
    setFetched(now)
    setDone(undefined)
    return now
  }
  async function doing(what: 'look' | 'make', work: () => Promise<void>) {
    if (busy) return
    setBusy(what)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    setBusy(undefined)
  }
  async function look({ table }: Chosen) {
    const by = { accounts, order: orderOf(times) ?? order, files: (await files()).files }
    const ready = prepared(table, mapping, by)
    const csv = writeTable(ready.table, ready.mapping)
    setLooked({ csv, answer: await here.crier.importPosts({ csv, dry_run: true }) })
  }
  async function make({ csv }: Looked) {
    setMade(await here.crier.importPosts({ csv }))
    await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
  }
  const named = (column: string) => {
    const at = mapping.indexOf(column)
    const other = column === 'media_ids' && at < 0 ? mapping.indexOf('media_urls') : at
    return chosen?.table.head[other] ?? column
  }
  if (made) return <Made made={made} named={named} again={startAgain} />
  return (
    <>
      <Card className="grid justify-items-start gap-3">
        <label className="grid w-full max-w-lg gap-1.5 text-sm font-medium">
          {words.import.file}
          <input
            type="file"
            accept=".csv,.tsv,text/csv,text/tab-separated-values"
            onChange={({ target }) => void choose(target.files?.[0])}
            className="control font-normal file:me-3 file:cursor-pointer file:rounded-md file:border-0 file:bg-sunk file:px-3 file:py-1 file:text-sm file:font-medium file:text-ink"
          />
        </label>
        <p className="text-sm text-muted">{words.import.fileHint}</p>
        <Button small icon="download" onClick={() => example(data)}>
          {words.import.example}
        </Button>
      </Card>
      {problem !== undefined && <Notice kind="danger">{problem}</Notice>}
      {chosen && (
        <Section
          title={words.import.columns}
          lead={words.import.columnsLead(chosen.table.rows.length)}
        >
          <Columns table={chosen.table} mapping={mapping} onMapping={map} />
          {unclear !== undefined && (
            <Dates
              example={unclear}
              order={order}
              onOrder={(now) => {
                setOrder(now)
                setLooked(undefined)
              }}
            />
          )}
        </Section>
      )}
      {chosen && !saysWhere(mapping) && (
        <ForAll
          chosen={accounts}
          onChosen={(now) => {
            setAccounts(now)
            setLooked(undefined)
          }}
        />
      )}
      {chosen && (
        <div className="grid gap-2">
          <Ask
            mapping={mapping}
            hasAccounts={accounts.length > 0}
            busy={busy === 'look'}
            look={() => void doing('look', () => look(chosen))}
          />
          {addresses.length > 0 && (
            <p role="status" className="text-sm text-muted">
              {done === undefined
                ? words.import.filesHint
                : words.import.fetching(done, addresses.length)}
            </p>
          )}
        </div>
      )}
      {fetched.failed.size > 0 && <NotFetched failed={fetched.failed} />}
      {looked && (
        <div ref={result} className="scroll-mt-20">
          <Section title={words.import.wouldBe} lead={words.import.wouldBeLead}>
            <Results answer={looked.answer} named={named} />
            <Button
              look="primary"
              icon="check"
              busy={busy === 'make'}
              disabled={!looked.answer.created}
              className="justify-self-start"
              onClick={() => void doing('make', () => make(looked))}
            >
              {looked.answer.failed
                ? words.import.makeGood(looked.answer.created)
                : words.import.make(looked.answer.created)}
            </Button>
          </Section>
        </div>
      )}
    </>
  )
}

/** With accounts of this workspace, so that nothing of it has to be guessed. */
function example(accounts: readonly Account[]) {
  const named = accounts.slice(0, 2).map(({ platform, username }) => `${platform}:${username}`)
  const next = tomorrow()
  const { head, first, second } = words.import.exampleTable
  const rows = [
    [first, named.join(', '), next, '09:00'],
    [second, named[0] ?? '', '', ''],
  ]
  // Programs for tables take the letters of other languages by this mark.
  download('posts.csv', 'text/csv', `\uFEFF${csvOf(head, rows)}`)
}

function tomorrow() {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
}

function saysWhere(mapping: Mapping) {
  return mapping.includes('social_account_ids') || mapping.includes('account_set_ids')
}

/** Tables of other programs are about one channel, which was chosen beside them. */
function ForAll({
  chosen,
  onChosen,
}: {
  chosen: readonly number[]
  onChosen: (ids: readonly number[]) => void
}) {
  const { data = [] } = useQuery(accountsQuery(useHere()))
  const ids = useRef(chosen)
  return (
    <Section title={words.import.accounts} lead={words.import.accountsLead}>
      <Card className="max-w-lg">
        <AccountList
          accounts={data}
          chosen={chosen}
          toggle={(id) => {
            // Several at once come one by one.
            const now = ids.current
            ids.current = now.includes(id) ? now.filter((each) => each !== id) : [...now, id]
            onChosen(ids.current)
          }}
        />
      </Card>
    </Section>
  )
}

/** Asked where the column itself does not tell. */
function Dates({
  example,
  order,
  onOrder,
}: {
  example: string
  order: Order
  onOrder: (order: Order) => void
}) {
  return (
    <label className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm font-medium">
      {words.import.dates(example)}
      <select
        value={order}
        onChange={({ target }) =>
          onOrder(target.value === 'day first' ? 'day first' : 'month first')
        }
        className="control w-auto font-normal"
      >
        <option value="day first">{words.import.daysFirst}</option>
        <option value="month first">{words.import.monthsFirst}</option>
      </select>
    </label>
  )
}

function NotFetched({ failed }: { failed: Fetched['failed'] }) {
  return (
    <Notice kind="danger">
      <p>{words.import.notFetched(failed.size)}</p>
      <ul className="mt-1 grid gap-1">
        {[...failed].map(([url, text]) => (
          <li key={url} className="break-words">
            <bdi className="font-medium">{url}</bdi>: {text}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Says what is missing before it asks. */
function Ask({
  mapping,
  hasAccounts,
  busy,
  look,
}: {
  mapping: Mapping
  hasAccounts: boolean
  busy: boolean
  look: () => void
}) {
  const lacks = [
    ...(mapping.includes('content') ? [] : [words.import.needsText]),
    ...(hasAccounts || saysWhere(mapping) ? [] : [words.import.needsAccounts]),
  ]
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button icon="eye" look="primary" busy={busy} disabled={lacks.length > 0} onClick={look}>
        {words.import.look}
      </Button>
      <p role="status" className="text-sm text-warn">
        {lacks.join(' ')}
      </p>
    </div>
  )
}

function Made({
  made,
  named,
  again,
}: {
  made: ImportPostsAnswer
  named: (column: string) => string
  again: () => void
}) {
  return (
    <>
      <Notice kind={made.created ? 'good' : 'danger'}>{words.import.made(made.created)}</Notice>
      {made.failed > 0 && <Results answer={made} named={named} />}
      <div className="flex flex-wrap gap-2">
        <LinkButton look="primary" to="/posts" search={{ tab: 'all', sort: 'created_at.desc' }}>
          {words.import.seePosts}
        </LinkButton>
        <Button onClick={again}>{words.import.another}</Button>
      </div>
    </>
  )
}
