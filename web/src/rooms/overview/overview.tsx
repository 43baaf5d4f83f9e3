import type { PerAccount } from '@crier/sdk'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useHere } from '../../shell/here.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Page, Rows, Section } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { At } from '../../ui/time.tsx'
import { WaitingRows } from '../../ui/waiting-rows.tsx'
import { number } from '../../words/format.ts'
import { Approvals } from './approvals.tsx'
import { NeedsYou } from './needs-you.tsx'
import { PostRow } from './post-row.tsx'
import { rowsOf, useRows } from './rows.ts'
import { Tiles } from './tiles.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/home.ts'

/** What more is to be known than when: it has begun, or somebody holds it. */
function aheadOf(accounts: readonly Pick<PerAccount, 'status' | 'waits_for'>[]) {
  if (accounts.some(({ status }) => status === 'publishing')) return `${common.state.publishing} · `
  const held = accounts.some(({ waits_for }) => waits_for?.code === 'paused')
  return held ? `${common.state.paused} · ` : ''
}

export function Overview() {
  const here = useHere()
  const room = useRef<HTMLDivElement>(null)
  const { shown, waiting, letIn, accounts, approvals, coming } = useRows(room)
  const next = rowsOf(shown, 'next')
  return (
    <Page title={common.thing.overview}>
      {accounts?.length === 0 ? (
        <Empty
          icon="spark"
          title={words.overview.first}
          action={
            here.publishes && (
              <LinkButton to="/accounts/connect" look="primary">
                {common.act.connectAccount}
              </LinkButton>
            )
          }
        >
          {words.overview.firstText}
        </Empty>
      ) : (
        <Tiles />
      )}
      <div ref={room} tabIndex={-1} className="outline-none">
        <WaitingRows waiting={waiting} letIn={letIn} list={room} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <Approvals rows={rowsOf(shown, 'approval')} {...approvals} />
          <NeedsYou rows={rowsOf(shown, 'doubt', 'sick', 'failed')} />
          <Section title={words.overview.next}>
            <Loaded query={coming} what={words.overview.whatNext}>
              {({ data: posts, total }) =>
                next.length ? (
                  <>
                    <Rows label={words.overview.nextLabel}>
                      {next.map(({ post }) => (
                        <PostRow
                          key={post.id}
                          post={post}
                          when={
                            post.scheduled_at && (
                              <>
                                {aheadOf(post.per_account)}
                                <At
                                  at={post.scheduled_at}
                                  workspaceZone={here.workspace.timezone}
                                />
                              </>
                            )
                          }
                        />
                      ))}
                    </Rows>
                    {total > posts.length && (
                      <Link
                        to="/posts"
                        search={{ tab: 'scheduled' }}
                        className="prose-link justify-self-start text-sm"
                      >
                        {words.overview.more(number(total - posts.length))}
                      </Link>
                    )}
                  </>
                ) : (
                  <Empty
                    icon="clock"
                    title={words.overview.none}
                    action={
                      here.edits &&
                      accounts &&
                      accounts.length > 0 && (
                        <LinkButton to="/write" icon="pen" preload={false}>
                          {words.overview.write}
                        </LinkButton>
                      )
                    }
                  >
                    {words.overview.noneText}
                  </Empty>
                )
              }
            </Loaded>
          </Section>
        </div>
      </div>
    </Page>
  )
}
