import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountsQuery, comingQuery, failedQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Page, Rows, Section } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { At } from '../../ui/time.tsx'
import { number } from '../../words/format.ts'
import { Approvals } from './approvals.tsx'
import { FailedRow } from './failed-row.tsx'
import { PostRow } from './post-row.tsx'

export function Overview() {
  const here = useHere()
  const { data: accounts } = useQuery(accountsQuery(here))
  const coming = useQuery(comingQuery(here))
  const failed = useQuery(failedQuery(here))
  return (
    <Page title="Overview" lead={`What happens in ${here.workspace.name}.`}>
      {accounts?.length === 0 && (
        <Empty
          icon="spark"
          title="Connect your first account"
          action={
            here.edits && (
              <LinkButton to="/accounts/connect" look="primary">
                Connect an account
              </LinkButton>
            )
          }
        >
          Then publish through the API or from your assistant. The sandbox is there to try it with.
        </Empty>
      )}
      <Approvals />
      <Section title="Next">
        <Loaded query={coming} what="scheduled posts">
          {({ data: posts, total }) =>
            posts.length ? (
              <>
                <Rows label="Scheduled next">
                  {posts.map((post) => (
                    <PostRow
                      key={post.id}
                      post={post}
                      when={
                        post.scheduled_at && (
                          <At at={post.scheduled_at} workspaceZone={here.workspace.timezone} />
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
                    and {number(total - posts.length)} more
                  </Link>
                )}
              </>
            ) : (
              <Empty icon="clock" title="Nothing is scheduled">
                Schedule a post through the API or from your assistant, and it stands here until it
                is out.
              </Empty>
            )
          }
        </Loaded>
      </Section>
      {failed.data && failed.data.data.length > 0 && (
        <Section title="Failed lately" lead="Mend what is wrong, and try again.">
          <Rows label="Failed lately">
            {failed.data.data.map((post) => (
              <FailedRow key={post.id} post={post} />
            ))}
          </Rows>
        </Section>
      )}
    </Page>
  )
}
