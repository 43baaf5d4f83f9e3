/** How each kind of problem of a post is mended: one table for every surface. Pure. */
import type { Manifest } from '#platforms/platform.ts'
import type { Detail, FindingCode, Fix } from '#rules/finding.ts'
import { counting } from '#rules/counted.ts'
import { beginning } from '#rules/split.ts'
import { type Part, placeThread, type Threaded } from '#rules/thread.ts'
import { finish } from '#rules/work.ts'
import type { AccountWithSettings } from '#store/accounts.ts'
import type { Draft } from './platform-check.ts'

interface Wanted extends Draft, Omit<Threaded, 'content' | 'platform_content'> {
  social_account_ids: readonly number[]
}

interface Place extends Detail {
  field: string
  wanted: Wanted
  account: AccountWithSettings
  manifest: Manifest
  /** What is put on the links of a text there; it is counted with it. */
  tag?: ((text: string, account: AccountWithSettings) => string) | undefined
}

/** What would mend it, the way that keeps most of the post first. */
export function fixesOf(place: Place): Fix[] {
  return ways[place.code](place)
}

const ways: Record<FindingCode, (place: Place) => Fix[]> = {
  account_not_found: () => [],
  media_not_found: withoutMedia,
  text_too_long: (place) => [...splitting(place), ...shortening(place)],
  text_required: withoutAccount,
  media_required: withoutAccount,
  media_type: withoutEither,
  media_too_large: withoutEither,
  media_measures: withoutEither,
  alt_text_too_long: () => [],
  too_many_media: withoutMedia,
  mixed_media: withoutMedia,
  no_threads: () => [{ action: 'join', patch: { thread_as: 'join' } }],
  option: withoutOption,
}

/** Without what is named there and is not there; the last account cannot go. */
export function without(
  wanted: Wanted,
  name: 'social_account_ids' | 'media_ids',
  action: Fix['action'],
  index: number,
): Fix[] {
  const rest = wanted[name].toSpliced(index, 1)
  return rest.length || name === 'media_ids' ? [{ action, patch: { [name]: rest } }] : []
}

function splitting({ field, wanted, manifest }: Place): Fix[] {
  const chained = manifest.thread?.as === 'chain' && !wanted.split
  return chained && field !== 'first_comment'
    ? [{ action: 'split', patch: { split: 'plain' } }]
    : []
}

/** Cut at a word, with dots where it was cut. */
function shortening({ field, wanted, account, manifest, limit = 0, tag }: Place): Fix[] {
  const shorter = (text: string) => {
    const rules = manifest.text(account)
    const read = (part: string) => tag?.(part, account) ?? part
    const fits = (part: string) =>
      rules.every(({ measure, max }) => measure(read(`${part}…`)) <= Math.min(max, limit))
    return `${beginning(text, fits).replace(/[\s.,;:]+$/, '')}…`
  }
  if (field === 'first_comment')
    return [{ action: 'shorten', patch: { first_comment: shorter(wanted.first_comment ?? '') } }]
  const part = /^thread\.(\d+)\.content$/.exec(field)
  const thread = wanted.thread ?? []
  if (part) {
    const shortened = thread.map((each, index) =>
      index === Number(part[1]) ? { ...each, content: shorter(each.content) } : each,
    )
    return [{ action: 'shorten', patch: { thread: shortened } }]
  }
  // What the service cut by itself, or another's own thread, has no text of its own to shorten.
  if (wanted.split || !/^(content|platform_content\.\d+\.content)$/.test(field)) return []
  const { parts, as } = finish(placeThread(wanted, account, manifest, counting()))
  const own = wanted.platform_content.find(({ account_id }) => account_id === account.id)
  const text = parts?.[0]?.content ?? own?.content ?? wanted.content
  const entry = {
    ...own,
    account_id: account.id,
    content: shorter(text),
    // All that was joined stands in the text now.
    ...(as === 'joined' && { thread: [] satisfies Part[] }),
  }
  const others = wanted.platform_content.filter(({ account_id }) => account_id !== account.id)
  return [{ action: 'shorten', patch: { platform_content: [...others, entry] } }]
}

function withoutMedia({ wanted, media_ids = [] }: Place): Fix[] {
  const kept = (ids: readonly number[]) => ids.filter((id) => !media_ids.includes(id))
  const { thread } = wanted
  if (!media_ids.length) return []
  const inThread = thread?.some((part) => part.media_ids.some((id) => media_ids.includes(id)))
  return [
    {
      action: 'remove_media',
      patch: {
        media_ids: kept(wanted.media_ids),
        ...(inThread && {
          thread: thread?.map((part) => ({ ...part, media_ids: kept(part.media_ids) })),
        }),
      },
    },
  ]
}

function withoutAccount({ wanted, account }: Place): Fix[] {
  const social_account_ids = wanted.social_account_ids.filter((id) => id !== account.id)
  if (!social_account_ids.length) return []
  const platform_content = wanted.platform_content.filter(
    ({ account_id }) => account_id !== account.id,
  )
  const patch = {
    social_account_ids,
    ...(platform_content.length < wanted.platform_content.length && { platform_content }),
  }
  return [{ action: 'remove_account', patch }]
}

/** Of many accounts the others may take the file as it is. */
function withoutEither(place: Place): Fix[] {
  return [...withoutMedia(place), ...withoutAccount(place)]
}

/** One that was given and is not taken; one that is missing can only be chosen. */
function withoutOption({ field, wanted }: Place): Fix[] {
  const [, platform = '', name = ''] = /^platform_options\.([^.]+)\.([^.]+)/.exec(field) ?? []
  if (wanted.platform_options[platform]?.[name] === undefined) return []
  return [
    { action: 'remove_option', patch: { platform_options: { [platform]: { [name]: null } } } },
  ]
}
