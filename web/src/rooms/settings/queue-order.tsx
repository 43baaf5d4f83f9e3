/** In which order the posts of a queue go out: its times stay where they are, and posts change places. */
import type { Crier, Post } from '@crier/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import type { Queue } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Dialog, FormEnd } from '../../ui/dialog.tsx'
import { Face } from '../../ui/face.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { failed, type Manner, useSay } from '../../ui/said.tsx'
import { Loaded } from '../../ui/states.tsx'
import { exact } from '../../ui/time.tsx'
import { useOrder } from '../../ui/use-order.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/settings.ts'

const FACES = 3

/** At the most, as they go out. */
const IN_QUEUE = 200

/** What stands in a queue and is still to come, and whether there is more of it. */
const inQueueQuery = ({ id, crier }: { id: number; crier: Crier }, queue_id: number) =>
  queryOptions({
    queryKey: [id, 'posts', 'queue', queue_id],
    queryFn: async ({ signal }) => {
      const { data, next_page_url } = await crier.listPosts(
        { queue_id, status: 'scheduled', sort: 'scheduled_at', order: 'asc', per_page: IN_QUEUE },
        { signal },
      )
      const now = Date.now()
      const posts = data.filter(({ scheduled_at }) => Date.parse(scheduled_at ?? '') > now)
      return { posts, more: next_page_url !== null }
    },
  })

interface Settled {
  queue: Queue
  settle: (said: string, manner?: Manner) => Promise<void>
  onClose: () => void
}

export function QueueOrder(props: Settled) {
  const here = useHere()
  const query = useQuery(inQueueQuery(here, props.queue.id))
  return (
    <Dialog title={words.queues.orderTitle(props.queue.name)} onClose={props.onClose} wide>
      <Loaded query={query} what={words.queues.orderWhat} rows={3}>
        {({ posts, more }) =>
          posts.length > 1 ? (
            <Order {...props} posts={posts} more={more} />
          ) : (
            <p className="text-muted">{words.queues.orderNone}</p>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Order({
  queue: { name },
  posts,
  more,
  settle,
  onClose,
}: Settled & { posts: readonly Post[]; more: boolean }) {
  const here = useHere()
  const say = useSay()
  // As they stood when it was opened: what changes meanwhile is told by the service when it is saved.
  const [before] = useState(posts)
  const [order, setOrder] = useState(before)
  const [moved, setMoved] = useState<{ id: number; by: number }>()
  const list = useRef<HTMLOListElement>(null)
  const move = (from: number, by: number) => {
    const post = order[from]
    const to = Math.min(Math.max(from + by, 0), order.length - 1)
    if (!post || to === from) return
    setOrder(order.toSpliced(from, 1).toSpliced(to, 0, post))
    setMoved({ id: post.id, by })
  }
  useEffect(() => {
    // A row that changes places loses the focus.
    const row = list.current?.querySelector(`[data-post="${moved?.id}"]`)
    const buttons = row?.querySelectorAll('button')
    const [earlier, later] = buttons ?? []
    const [wanted, other] = (moved?.by ?? 0) < 0 ? [earlier, later] : [later, earlier]
    if (wanted?.disabled) other?.focus()
    else wanted?.focus()
  }, [moved])
  const deal = (wanted: readonly Post[]) =>
    here.crier.updatePosts({ ids: wanted.map(({ id }) => id), reorder: true })
  async function undo() {
    try {
      await deal(before)
      await settle(words.queues.orderBack(name))
    } catch (error) {
      say(sentenceOf(error), failed)
    }
  }
  const form = useForm(
    async () => {
      if (order.some(({ id }, index) => id !== before[index]?.id)) await deal(order)
    },
    () =>
      settle(words.queues.orderSaved(name), {
        action: { label: common.act.undo, run: () => void undo() },
      }),
  )
  const at = order.findIndex(({ id }) => id === moved?.id)
  return (
    <Form form={form} label={words.queues.orderTitle(name)}>
      <p className="text-sm text-muted">
        {words.queues.orderLead}
        {more && ` ${words.queues.orderMore(before.length)}`}
      </p>
      <ol ref={list} className="grid gap-2">
        {order.map((post, index) => (
          <Item
            key={post.id}
            post={post}
            at={before[index]?.scheduled_at ?? ''}
            index={index}
            count={order.length}
            move={move}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {at >= 0 && words.queues.orderMoved(at + 1, exact(before[at]?.scheduled_at ?? ''))}
      </p>
      <FormEnd action={common.act.save} busy={form.busy} onClose={onClose} />
    </Form>
  )
}

function Item({
  post,
  at,
  index,
  count,
  move,
}: {
  post: Post
  /** The time of the place, whoever has it. */
  at: string
  index: number
  count: number
  move: (from: number, by: number) => void
}) {
  const item = useRef<HTMLLIElement>(null)
  useOrder(item, index, move)
  const text = post.content.trim() || common.thing.withoutText
  const short = text.slice(0, 60)
  return (
    <li
      ref={item}
      data-post={post.id}
      className="grid cursor-grab grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 rounded-lg border border-line bg-card px-3 py-2 sm:grid-cols-[9rem_minmax(0,1fr)_auto_auto]"
    >
      <time
        dateTime={at}
        className="text-sm text-muted tabular-nums max-sm:col-span-2 max-sm:-mb-1"
      >
        {exact(at)}
      </time>
      <span dir="auto" className="line-clamp-2 break-words">
        {text}
      </span>
      <span className="flex gap-1 max-sm:hidden">
        {post.socialAccounts.slice(0, FACES).map(({ id, name, avatar_url, platform }) => (
          <Face key={id} name={name} avatar_url={avatar_url} platform={platform} size="small" />
        ))}
      </span>
      <span className="flex">
        <IconButton
          label={words.queues.earlier(short)}
          icon="up"
          disabled={index === 0}
          onClick={() => move(index, -1)}
        />
        <IconButton
          label={words.queues.later(short)}
          icon="down"
          disabled={index === count - 1}
          onClick={() => move(index, 1)}
        />
      </span>
    </li>
  )
}
