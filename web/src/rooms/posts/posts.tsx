import type { Post } from '@crier/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { accountsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { calledOf } from '../../ui/called.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { Empty } from '../../ui/states.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { list } from '../../words/format.ts'
import { connectAgain } from '../accounts/again.ts'
import { fields, filterOf, orderFor, readSearch, type Search, type Tab, tabs } from './filter.ts'
import { FilterBar, useTold } from './filter-bar.tsx'
import { Export } from './export.tsx'
import { type Chosen, PostList } from './list.tsx'
import { type Move, movesFor, useMany } from './many.ts'
import { needs, useNeeds } from './needs.ts'
import { Relabel } from './relabel.tsx'
import { mayRetime, Retime } from './retime.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'

const nothing: Record<Tab, readonly [title: string, text: string]> = {
  needs: [words.room.noNeeds, words.room.noNeedsText],
  scheduled: [words.room.noScheduled, words.room.noScheduledText],
  drafts: [words.room.noDrafts, words.room.noDraftsText],
  published: [words.room.noPublished, words.room.noPublishedText],
  deleted: [words.room.noDeleted, words.room.noDeletedText],
  all: [words.room.none, words.room.noneText],
}

export function Posts() {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const needing = useNeeds()
  const [chosen, setChosen] = useState<ReadonlyMap<number, Post>>(new Map())
  const { edits } = useHere()
  const tab = tabs.find(({ value }) => value === search['tab'])?.value ?? usual(needing)
  const many = useMany(() => setChosen(new Map()))
  const choosing: Chosen | undefined = edits
    ? {
        posts: chosen,
        choose: (posts, on) =>
          setChosen((before) => {
            const now = new Map(before)
            for (const post of posts) {
              if (on) now.set(post.id, post)
              else now.delete(post.id)
            }
            return now
          }),
      }
    : undefined
  const sought = readSearch(tab, search)
  const told = useTold(sought)
  const order = orderFor(tab === 'needs' ? 'all' : tab, search)
  const go = (changes: Search, now: Tab) => {
    setChosen(new Map())
    const wanted: Search = { ...search, ...changes, tab: now }
    void navigate({
      to: '/posts',
      search: Object.fromEntries(
        ['tab', 'sort', ...fields].map((name) => [name, wanted[name] || undefined]),
      ),
      replace: true,
    })
  }
  // What needs somebody is never hidden by a filter: whoever looks for something looks in all.
  const set = (changes: Search) => go(changes, tab === 'needs' ? 'all' : tab)
  const clear = () => set(Object.fromEntries(fields.map((each) => [each, undefined])))
  const [title, text] = nothing[tab]
  const empty = told.length ? (
    <Empty
      icon="search"
      title={words.find.nothing}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Button onClick={clear}>{words.find.clear}</Button>
          {tab !== 'all' && <Button onClick={() => go({}, 'all')}>{words.find.inAll}</Button>}
        </span>
      }
    >
      {words.find.because(list(told.map((each) => each.text)))}
    </Empty>
  ) : (
    <Empty icon={tab === 'needs' ? 'check' : 'inbox'} title={title}>
      {text}
    </Empty>
  )
  return (
    <Page
      title={common.thing.posts}
      actions={
        <>
          {tab !== 'needs' && <Export filter={filterOf(tab, sought, order)} />}
          {edits && (
            <LinkButton icon="inbox" to="/posts/import">
              {words.room.import}
            </LinkButton>
          )}
        </>
      }
    >
      <Tabs
        label={common.thing.posts}
        value={tab}
        tabs={tabs.map((each) => ({
          ...each,
          ...(each.value === 'needs' && needing !== undefined && { count: needing }),
        }))}
        onValue={(value) => {
          const now = tabs.find((each) => each.value === value)?.value ?? 'all'
          // Each has an order of its own, and what needs somebody no filters.
          const kept = now === 'needs' ? Object.fromEntries(fields.map((each) => [each, ''])) : {}
          go({ sort: undefined, ...kept }, now)
        }}
      >
        <FilterBar tab={tab} sought={sought} order={order} set={set} />
        {tabs.map(({ value, label }) => (
          <TabPanel key={value} value={value}>
            {value === tab &&
              (tab === 'needs' ? (
                <Needs chosen={choosing} none={needing === 0 ? empty : null} />
              ) : (
                <PostList
                  key={tab}
                  filter={filterOf(tab, sought, order)}
                  label={label}
                  chosen={choosing}
                  empty={empty}
                />
              ))}
          </TabPanel>
        ))}
      </Tabs>
      {chosen.size > 0 && (
        <Bar
          posts={[...chosen.values()]}
          busy={many.busy}
          act={many.act}
          close={() => setChosen(new Map())}
        />
      )}
    </Page>
  )
}

/** What somebody comes for first. */
function usual(needing: number | undefined): Tab {
  return needing === 0 ? 'scheduled' : 'needs'
}

/** Accounts that are led to one by one. */
const SICK = 3

/** Everything that waits for a person, by what it waits for. */
function Needs({ chosen, none }: { chosen: Chosen | undefined; none: React.ReactNode }) {
  const here = useHere()
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const sick = accounts.filter(
    ({ health }) => health === 'needs_reconnect' || health === 'disabled',
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {sick.length > 0 && (
        <Notice kind="warn">
          <p>{words.room.sick(sick.length, list(sick.map(({ name }) => name)))}</p>
          {here.publishes && (
            <p className="mt-2 flex flex-wrap gap-2">
              {sick.slice(0, SICK).map((account) => (
                <LinkButton key={account.id} small icon="retry" {...connectAgain(account)}>
                  {words.card.reconnect(calledOf(account), platformName(account.platform))}
                </LinkButton>
              ))}
              {sick.length > SICK && (
                <LinkButton small to="/accounts">
                  {words.room.toAccounts}
                </LinkButton>
              )}
            </p>
          )}
        </Notice>
      )}
      {needs.map(({ key, title, lead, filter, but }) => (
        <PostList
          key={key}
          filter={filter}
          label={title}
          chosen={chosen}
          per_page={20}
          empty={null}
          {...(but && { but })}
          heading={(total) => (
            <div>
              <h2>
                {title} <span className="font-normal text-muted tabular-nums">{total}</span>
              </h2>
              <p className="text-sm text-muted">{lead}</p>
            </div>
          )}
        />
      ))}
      {sick.length === 0 && none}
    </div>
  )
}

const moves: Record<Move, { label: string; icon: 'retry' | 'trash' | 'undo' }> = {
  retry: { label: common.act.tryAgain, icon: 'retry' },
  restore: { label: common.act.restore, icon: 'undo' },
  remove: { label: common.act.delete, icon: 'trash' },
}

/** What can be done with all that are chosen. */
function Bar({
  posts,
  busy,
  act,
  close,
}: {
  posts: readonly Post[]
  busy: Move | undefined
  act: (move: Move, posts: readonly Post[]) => void
  close: () => void
}) {
  const { publishes } = useHere()
  const [relabelling, setRelabelling] = useState(false)
  const [retiming, setRetiming] = useState(false)
  return (
    <section
      aria-label={words.room.chosenLabel}
      className="rise sticky bottom-[calc(1rem+var(--foot))] z-20 mx-auto flex flex-wrap items-center gap-2 rounded-lg border border-line bg-card p-2 ps-4 shadow-high"
    >
      <p role="status" className="me-2 text-sm font-medium">
        {words.room.chosen(posts.length)}
      </p>
      {movesFor(posts, publishes).map((move) => (
        <Button
          key={move}
          small
          icon={moves[move].icon}
          busy={busy === move}
          className={move === 'remove' ? 'text-danger' : ''}
          onClick={() => act(move, posts)}
        >
          {moves[move].label}
        </Button>
      ))}
      <Button small icon="pen" onClick={() => setRelabelling(true)}>
        {words.relabel.open}
      </Button>
      {publishes && mayRetime(posts) && (
        <Button small icon="calendar" onClick={() => setRetiming(true)}>
          {words.retime.open}
        </Button>
      )}
      <Button small look="quiet" onClick={close}>
        {words.room.chooseNone}
      </Button>
      {retiming && <Retime posts={posts} onClose={() => setRetiming(false)} onDone={close} />}
      {relabelling && (
        <Relabel posts={posts} onClose={() => setRelabelling(false)} onDone={close} />
      )}
    </section>
  )
}
