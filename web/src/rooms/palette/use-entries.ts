import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { labelsQuery } from '../../api/posts.ts'
import { pausedQuery } from '../../api/publishing.ts'
import { accountsQuery } from '../../api/queries.ts'
import type { Here } from '../../shell/here.ts'
import { common } from '../../words/common.ts'
import {
  accountEntries,
  commandEntries,
  type Entry,
  fitting,
  type Group,
  labelEntries,
  roomEntries,
} from './entries.ts'

/** After the last key. */
const REST = 200
/** Of each kind. */
const MOST = 6
const EXCERPT = 120
/** Posts are searched by words. */
const searchable = /[\p{L}\p{N}]/u

/** What fits what was typed, by kind. `lost`: posts and files could not be asked for. */
export function useEntries(here: Here, typed: string) {
  const wanted = typed.trim()
  const asked = useRested(wanted)
  const { id, crier } = here
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const { data: labels = [] } = useQuery(labelsQuery(here))
  const { data: paused } = useQuery(pausedQuery(here))
  const found = useQuery({
    queryKey: [id, 'posts', 'palette', asked],
    enabled: searchable.test(asked),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const [posts, media] = await Promise.all([
        crier.listPosts({ status: 'all', search: asked, per_page: MOST }, { signal }),
        crier.listMedia({ search: asked, per_page: MOST }, { signal }),
      ])
      return { asked, posts: posts.data, media: media.data }
    },
  })
  const told = searchable.test(wanted) ? found.data : undefined
  const posts = (told?.posts ?? []).map(({ id: post_id, content, status }): Entry => {
    const text = content.replace(/\s+/g, ' ').trim()
    return {
      key: `post ${post_id}`,
      label: text.slice(0, EXCERPT) || common.thing.postNumber(post_id),
      hint: states[status],
      icon: 'inbox',
      leads: { href: `/posts/${post_id}` },
    }
  })
  const files = (told?.media ?? []).map(({ id: media_id, original_name, mime_type }): Entry => {
    const film = mime_type.startsWith('video/')
    return {
      key: `file ${media_id}`,
      label: original_name,
      icon: film ? 'film' : 'image',
      leads: { href: `/library?item=${media_id}` },
    }
  })
  const local = (entries: readonly Entry[]) => fitting(entries, wanted).slice(0, MOST)
  // Of what was found for other letters only what has these, too: Enter never leads to what was not meant.
  const still = (entries: readonly Entry[]) =>
    told?.asked === wanted ? entries : fitting(entries, wanted)
  const all: readonly Group[] = [
    { value: 'commands', items: local(commandEntries(here, paused && paused.workspace !== null)) },
    { value: 'rooms', items: wanted === '' ? roomEntries() : local(roomEntries()) },
    { value: 'accounts', items: wanted === '' ? [] : local(accountEntries(accounts)) },
    { value: 'labels', items: wanted === '' ? [] : local(labelEntries(labels)) },
    { value: 'posts', items: still(posts) },
    { value: 'files', items: still(files) },
  ]
  return {
    groups: all.filter(({ items }) => items.length > 0),
    searching: searchable.test(wanted) && (found.isFetching || asked !== wanted),
    lost: searchable.test(wanted) && found.isError,
  }
}

const states = {
  draft: common.state.draft,
  scheduled: common.state.scheduled,
  published: common.state.published,
  failed: common.state.notPublished,
} as const

function useRested(value: string) {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
