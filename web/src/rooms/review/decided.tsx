/** A post that somebody else answered while it was looked at here: who decided what. */
import type { Post } from '@crier/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { postQuery, reviewQuery } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { Notice } from '../../ui/notice.tsx'
import { rich } from '../../ui/rich.tsx'
import { Ago } from '../../ui/time.tsx'
import { words } from '../../words/decided.ts'
import { whoOf } from '../activity/who.ts'

/** What a dialog needs to know of it, also when it waits no longer. */
export type Answerable = Pick<
  Post,
  | 'id'
  | 'updated_at'
  | 'content'
  | 'first_comment'
  | 'platform_content'
  | 'socialAccounts'
  | 'asked_by'
>

/** What was typed into a dialog over it stays under this name. */
export function typedName(here: { id: number }, id: number, dialog: 'edit' | 'decline') {
  return `${here.id}.review.${id}.${dialog}`
}

/** Whether it waits for nobody any more. */
export function useDecided(id: number): boolean {
  const { data, hasNextPage } = useInfiniteQuery(reviewQuery(useHere()))
  // The room reads on until it knows.
  if (!data || hasNextPage) return false
  return !data.pages.some((page) => page.data.some((each) => each.id === id))
}

const deeds: Readonly<Record<string, string>> = words.deeds

/** Who decided what, and why where that was said. */
export function Decision({ id }: { id: number }) {
  const here = useHere()
  const { data, isPending } = useQuery({
    queryKey: [here.id, 'activity', 'decided', id],
    queryFn: ({ signal }) =>
      here.crier.listActivity({ post_id: id, types: Object.keys(deeds), limit: 1 }, { signal }),
  })
  const { data: post } = useQuery(postQuery(here, id))
  if (isPending) return null
  const last = data?.data[0]
  const said = last && deeds[last.type]
  const reason = post?.approval?.reason
  return (
    <>
      <p>
        {last && said !== undefined
          ? rich(said, {
              who: <strong className="font-semibold">{whoOf(last.actor)}</strong>,
              time: <Ago at={last.at} />,
            })
          : words.noLonger}
      </p>
      {last?.type === 'post.declined' && typeof reason === 'string' && reason !== '' && (
        <p dir="auto">{words.reason(reason)}</p>
      )}
    </>
  )
}

/** Over what was typed. It is read out when it comes, and takes the focus from nothing. */
export function DecidedMeanwhile({ id, decided }: { id: number; decided: boolean }) {
  return (
    <div role="status" className="empty:hidden">
      {decided && (
        <Notice kind="warn">
          <Decision id={id} />
          <p>{words.yours}</p>
        </Notice>
      )}
    </div>
  )
}
