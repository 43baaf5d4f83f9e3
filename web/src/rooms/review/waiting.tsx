/** What waits for an answer, as far as somebody has to know of it. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { langOf } from '../../api/refusals.ts'
import { reviewQuery } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'

/** Reads on until it knows where this post stands, and which comes behind it: whoever waits behind many is not answered. */
export function useWaiting(id: number) {
  const query = useInfiniteQuery(reviewQuery(useHere()))
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const list = data?.pages.flatMap((page) => page.data) ?? []
  const index = list.findIndex((each) => each.id === id)
  const goesOn = hasNextPage && (index === -1 || index === list.length - 1)
  const asks = goesOn && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (asks) void fetchNextPage()
  }, [asks, fetchNextPage])
  return {
    query,
    list,
    index,
    total: data?.pages[0]?.total ?? list.length,
    known: index !== -1 || !hasNextPage,
  }
}

/** While it is looked for behind those that are known. */
export function LookedFor({ query }: Pick<ReturnType<typeof useWaiting>, 'query'>) {
  if (!query.isFetchNextPageError) return <Skeleton what={words.page.what} rows={4} />
  const sentence = sentenceOf(query.error)
  return (
    <Notice kind="danger">
      <p lang={langOf(sentence)}>{sentence}</p>
      <Button small className="mt-3" onClick={() => void query.fetchNextPage()}>
        {common.act.tryAgain}
      </Button>
    </Notice>
  )
}
