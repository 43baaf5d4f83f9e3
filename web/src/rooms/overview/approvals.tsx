import { useQuery } from '@tanstack/react-query'
import type { Waiting } from '../../api/posts.ts'
import { approvalsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Rows, Section } from '../../ui/page.tsx'
import { At } from '../../ui/time.tsx'
import { PostRow } from './post-row.tsx'

/** What keys and apps want out, until somebody says yes or no where all of it is seen. Without any there is nothing to show. */
export function Approvals() {
  const here = useHere()
  const { data } = useQuery(approvalsQuery(here))
  if (!data?.data.length) return null
  return (
    <Section
      title={`To approve (${data.total})`}
      lead="Nothing of it goes out before somebody says yes."
    >
      <Rows label="To approve">
        {data.data.map((post) => (
          <ApprovalRow key={post.id} post={post} />
        ))}
      </Rows>
    </Section>
  )
}

function ApprovalRow({ post }: { post: Waiting }) {
  const here = useHere()
  return (
    <PostRow
      post={post}
      when={
        <>
          {post.asked_by?.name ?? 'Somebody'} wants it out{' '}
          {post.scheduled_at === null || isDue(post.scheduled_at) ? (
            'at once'
          ) : (
            <At at={post.scheduled_at} workspaceZone={here.workspace.timezone} />
          )}
        </>
      }
    >
      <LinkButton
        small
        look={here.edits ? 'primary' : 'secondary'}
        icon="eye"
        className="justify-self-start"
        to="/review/$id"
        params={{ id: String(post.id) }}
        aria-label={`Review: ${post.content.slice(0, 60)}`}
      >
        Review
      </LinkButton>
    </PostRow>
  )
}

function isDue(at: string) {
  return new Date(at) <= new Date()
}
