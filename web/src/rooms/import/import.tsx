/** Posts from a table: which column is what, a look at what would come of it, and then the posts. */
import type { ImportPostsAnswer } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, Page, Section } from '../../ui/page.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/import.ts'
import { Columns } from './columns.tsx'
import { Results } from './results.tsx'
import { guess, type Mapping, readTable, type Table, writeTable } from './table.ts'

/** As many as the service takes. */
const MOST_BYTES = 5_000_000

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

function Steps() {
  const here = useHere()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<Chosen>()
  const [mapping, setMapping] = useState<Mapping>([])
  const [looked, setLooked] = useState<ImportPostsAnswer>()
  const [made, setMade] = useState<ImportPostsAnswer>()
  const [busy, setBusy] = useState<'look' | 'make'>()
  const [problem, setProblem] = useState<string>()

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
  async function send(dry_run: boolean) {
    if (!chosen || busy) return
    setBusy(dry_run ? 'look' : 'make')
    setProblem(undefined)
    try {
      const answer = await here.crier.importPosts({
        csv: writeTable(chosen.table, mapping),
        ...(dry_run && { dry_run }),
      })
      if (dry_run) setLooked(answer)
      else {
        setMade(answer)
        await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
      }
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    setBusy(undefined)
  }
  const named = (column: string) => chosen?.table.head[mapping.indexOf(column)] ?? column
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
            className="control font-normal"
          />
        </label>
        <p className="text-sm text-muted">{words.import.fileHint}</p>
      </Card>
      {problem !== undefined && <Notice kind="danger">{problem}</Notice>}
      {chosen && (
        <Section
          title={words.import.columns}
          lead={words.import.columnsLead(chosen.table.rows.length)}
        >
          <Columns table={chosen.table} mapping={mapping} onMapping={map} />
          <Ask mapping={mapping} busy={busy === 'look'} look={() => void send(true)} />
        </Section>
      )}
      {looked && (
        <Section title={words.import.wouldBe} lead={words.import.wouldBeLead}>
          <Results answer={looked} named={named} />
          <Button
            look="primary"
            icon="check"
            busy={busy === 'make'}
            disabled={!looked.created}
            className="justify-self-start"
            onClick={() => void send(false)}
          >
            {looked.failed
              ? words.import.makeGood(looked.created)
              : words.import.make(looked.created)}
          </Button>
        </Section>
      )}
    </>
  )
}

/** Says what is missing before it asks. */
function Ask({ mapping, busy, look }: { mapping: Mapping; busy: boolean; look: () => void }) {
  const accounts = mapping.includes('social_account_ids') || mapping.includes('account_set_ids')
  const lacks = [
    ...(mapping.includes('content') ? [] : [words.import.needsText]),
    ...(accounts ? [] : [words.import.needsAccounts]),
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
