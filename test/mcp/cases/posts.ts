import type { Code } from '#rules/problem.ts'
import { idOf, inAnHour } from '../../surfaces/kit.ts'
import { leashed } from '../../surfaces/leashed.ts'
import { outOn } from '../../surfaces/out.ts'
import { postIn, type State } from '../../surfaces/states.ts'
import type { Body } from '../../service.ts'
import { type Case, type Cases, type Kit, never, plain } from './case.ts'

export function postCases({ service, rest, account_ids }: Kit): Cases {
  const look = async (_: unknown, { id }: Body) => {
    const { status, outcome, approval } = (await rest('get_post', { id })).body
    return { status, outcome, awaits: approval !== null }
  }
  const long = { content: 'x'.repeat(10_001), social_account_ids: [], when: '2001-01-01T00:00:00Z' }

  return {
    schedule_post: plain(
      { content: 'Same', social_account_ids: account_ids, when: inAnHour(), first_comment: 'x' },
      long,
    ),
    get_post_revision: {
      async input() {
        const id = await postIn('draft', service)
        await rest('update_post', { id, content: 'Changed' })
        return { id, number: 2 }
      },
      refused: () => [{ id: never.post, number: 1 }, 'post_not_found'],
      same: ({ changed, content }) => [changed, content],
    },
    schedule_posts: {
      input: () => ({
        posts: [
          {
            content: 'Same',
            social_account_ids: account_ids,
            when: inAnHour(),
            allow_duplicate: true,
          },
          { content: 'Wrong', social_account_ids: [never.account], when: 'draft' },
        ],
      }),
      refused: () => [{ posts: [] }, 'invalid'],
      same: ({ results, created, failed }) => [told(results), created, failed],
    },
    import_posts: {
      input: () => ({
        csv: `content,social_account_ids,when\nSame,${account_ids.join(' ')},draft\nWrong,${never.account},draft\n`,
      }),
      refused: () => [{ csv: '' }, 'invalid'],
      over: {
        mcp: ({ csv }) => [
          'schedule_posts',
          {
            posts: csv
              ? [account_ids, [never.account]].map((social_account_ids) => ({
                  content: 'Same',
                  social_account_ids,
                  when: 'draft',
                  allow_duplicate: true,
                }))
              : [],
          },
        ],
      },
      same: ({ created, failed }) => [created, failed],
      otherWords: true,
    },
    update_posts: {
      input: async () => ({
        ids: [await postIn('scheduled', service), await postIn('published', service)],
        cancel: true,
      }),
      refused: () => [{ ids: [], cancel: true, labels: [] }, 'invalid'],
      same: ({ results, updated, failed }) => [told(results), updated, failed],
    },
    update_post: move('draft', 'published', 'invalid', { content: 'Changed' }),
    get_post: move('partial', 'none', 'post_not_found'),
    list_posts: plain({ status: 'all', per_page: 2, page: 2 }, { per_page: 201, status: 'odd' }),

    publish_now: move('draft', 'published', 'post_not_publishable'),
    retry_post: move('partial', 'draft', 'post_not_retryable'),
    duplicate_post: move('published', 'none', 'post_not_found'),
    cancel_post: move('scheduled', 'draft', 'post_not_cancelable'),
    delete_post: { ...move('draft', 'scheduled', 'post_not_cancelable'), same: look },
    restore_post: move('cancelled', 'draft', 'post_not_deleted'),
    unpublish_post: {
      ...move('published', 'draft', 'post_not_published'),
      same: ({ per_account }) => statesIn(per_account),
    },
    edit_published_post: {
      input: async () => ({ id: (await outOn(service, ['linkedin'])).id, content: 'Better' }),
      refused: async () => [
        { id: await postIn('draft', service), content: 'Better' },
        'post_not_published',
      ],
      same: ({ per_account }) => JSON.stringify(per_account).includes('"pending"'),
    },

    list_approvals: {
      async input() {
        await asked()
        return { per_page: 200 }
      },
      refused: () => [{ per_page: 201 }, 'invalid'],
      over: { mcp: (args) => ['list_posts', { ...args, status: 'draft' }] },
      // The second look finds one more.
      same: ({ data }) => awaiting(data).length > 0,
    },
    approve_post: { ...ofAsked('publish_now', {}), same: look },
    decline_post: {
      ...ofAsked('update_post', { when: 'draft' }),
      same: async (_, args) => (await look(_, args)).outcome,
    },
    undo_today: {
      async input() {
        const key = await leashed(service, {})
        const draft = { content: 'x', social_account_ids: account_ids }
        await key.rest('schedule_post', draft)
        return { key_id: key.id }
      },
      refused: () => [{ key_id: 'odd' }, 'invalid'],
      same: ({ since, deleted_post_ids, ...others }) => [
        since,
        Array.isArray(deleted_post_ids) && deleted_post_ids.length,
        others,
      ],
    },
  }

  /** But for what has a number or a time of its own. */
  function told(results: unknown) {
    if (!Array.isArray(results)) return undefined
    return results.map(({ code, errors, existed, post }: Body) => [
      code,
      errors,
      existed,
      post && Object.keys(post).toSorted(),
    ])
  }

  /** What is done with a post in the one state, and refused in the other. */
  function move(done: State, not: State | 'none', code: Code, more: Body = {}): Case {
    return {
      input: async () => ({ id: await postIn(done, service), ...more }),
      async refused() {
        const id = not === 'none' ? never.post : await postIn(not, service)
        return [{ id, ...more }, code]
      },
    }
  }

  function ofAsked(tool: string, more: Body): Case {
    return {
      input: async () => ({ id: await asked() }),
      refused: () => [{ id: never.post }, 'post_not_found'],
      over: { mcp: (args) => [tool, { ...args, ...more }] },
    }
  }

  /** A post that somebody on a leash wants out at once; answers its id. */
  async function asked() {
    const key = await leashed(service, { needs_approval: true })
    const post = { content: 'May I?', social_account_ids: account_ids, when: 'now' }
    return idOf((await key.rest('schedule_post', post)).body)
  }
}

function statesIn(told: unknown) {
  return Array.isArray(told)
    ? told.map((each) => /"state":"(\w+)"/.exec(JSON.stringify(each))?.[1])
    : []
}

function awaiting(data: unknown) {
  const posts = Array.isArray(data) ? data : []
  return posts.filter((post) => JSON.stringify(post).includes('"state":"awaiting"'))
}
