import { Link } from '@tanstack/react-router'
import type { Waiting } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Rows, Section } from '../../ui/page.tsx'
import { At } from '../../ui/time.tsx'
import { PostRow } from './post-row.tsx'
import { common } from '../../words/common.ts'
import { number } from '../../words/format.ts'
import { rich } from '../../ui/rich.tsx'
import { words } from '../../words/home.ts'

/** What keys and apps want out, until somebody says yes or no where all of it is seen. Without any there is nothing to show. */
export function Approvals({
  rows,
  total,
  more,
}: {
  rows: readonly { post: Waiting }[]
  total: number
  /** Behind those that are read here. */
  more: number
}) {
  const { publishes } = useHere()
  if (!rows.length) return null
  return (
    <Section
      title={publishes ? words.approvals.titleOf(total) : words.approvals.asked(total)}
      lead={words.approvals.lead}
    >
      <Rows label={words.approvals.title}>
        {rows.map(({ post }) => (
          <ApprovalRow key={post.id} post={post} />
        ))}
      </Rows>
      {more > 0 && (
        <Link
          to="/posts"
          search={{ tab: 'needs' }}
          className="prose-link justify-self-start text-sm"
        >
          {words.overview.more(number(more))}
        </Link>
      )}
    </Section>
  )
}

function ApprovalRow({ post }: { post: Waiting }) {
  const here = useHere()
  return (
    <PostRow
      post={post}
      {...(here.publishes && { to: '/review/$id' as const })}
      when={
        <>
          {rich(words.approvals.wants, {
            somebody: post.asked_by?.name ?? common.thing.somebody,
            time:
              post.scheduled_at === null || isDue(post.scheduled_at) ? (
                words.approvals.atOnce
              ) : (
                <At at={post.scheduled_at} workspaceZone={here.workspace.timezone} />
              ),
          })}
        </>
      }
      action={
        <LinkButton
          small
          look={here.publishes ? 'primary' : 'secondary'}
          icon="eye"
          className="relative"
          to="/review/$id"
          params={{ id: String(post.id) }}
          aria-label={words.approvals.reviewNamed(post.content.slice(0, 60))}
        >
          {common.act.review}
        </LinkButton>
      }
    />
  )
}

function isDue(at: string) {
  return new Date(at) <= new Date()
}
