/** A fix of the service, done to what is written. Pure. */
import type { Account, Composition, Target } from './composition.ts'
import { versionFor } from './composition.ts'

export interface Fix {
  action: string
  /** A JSON merge patch of the post as it was sent. */
  patch: Readonly<Record<string, unknown>>
}

/** A sentence as it is shown. */
export interface Sentence {
  text: string
  /** Of which language it is, where the page speaks another. */
  lang?: 'en'
}

export interface Warning extends Sentence {
  /** In the service's own words. */
  message: string
}

export interface Problem extends Sentence {
  /** In the service's words: `content`, `media_ids.0`, `platform_options.x.reply_settings`. */
  field: string
  /** In the service's own words; left out: they stand in `text`. */
  message?: string
  platform?: string | undefined
  account_id?: number | undefined
  /** What would mend it, each by itself. */
  fixes?: readonly Fix[]
}

type Bag = Record<string, unknown>

/** What changes of it, and the version in which the change is seen. */
export function patched(
  composition: Composition,
  { patch }: Fix,
  chosen: readonly Account[],
): { changes: Partial<Composition>; shown: Target | undefined } {
  const changes: { -readonly [Name in keyof Composition]?: Composition[Name] } = {}
  let shown: Target | undefined
  const ids = numbersOf(patch['social_account_ids'])
  if (ids) changes.account_ids = ids
  if (patch['thread_as'] === 'join') changes.thread_as = 'join'
  if (patch['split'] === 'plain') changes.split = 'plain'
  const comment = patch['first_comment']
  if (typeof comment === 'string') changes.first_comment = comment
  const kept = filesKept(composition, patch)
  if (kept) changes.files = kept
  const { thread } = patch
  if (Array.isArray(thread))
    changes.parts = composition.parts.map((part, index) => {
      const content = bagOf(thread[index])?.['content']
      return typeof content === 'string' ? { ...part, text: content } : part
    })
  const own_content: unknown = patch['platform_content']
  if (Array.isArray(own_content)) {
    const variants = { ...composition.variants }
    const threads = { ...composition.account_threads }
    for (const each of own_content) {
      const entry = bagOf(each) ?? {}
      const { account_id, content, thread: own } = entry
      const account = chosen.find(({ id }) => id === account_id)
      if (!account) continue
      if (Array.isArray(own) && !own.length) threads[account.id] = []
      const written = composition.variants[versionFor(composition, account) ?? '']
      if (typeof content !== 'string' || content === (written ?? composition.text)) continue
      shown = targetFor(composition, account, chosen)
      variants[shown] = content
    }
    changes.variants = variants
    changes.account_threads = threads
  }
  const options = bagOf(patch['platform_options'])
  if (options) {
    changes.options = withOptions(composition.options, options)
    const { mentions } = composition
    // Who is named by them stays a word of the text.
    const stay = mentions.filter(({ platform }) => bagOf(options[platform])?.['mentions'] !== null)
    if (stay.length < mentions.length) changes.mentions = stay
  }
  return { changes, shown }
}

/** Its own version, else that of its platform, where it is the only one there. */
function targetFor(composition: Composition, account: Account, chosen: readonly Account[]): Target {
  const { id, platform } = account
  const alone = chosen.filter((each) => each.platform === platform).length === 1
  return versionFor(composition, account) ?? (alone ? `p:${platform}` : `a:${id}`)
}

/** Those that are still on their way stay. */
function filesKept({ files, parts }: Composition, patch: Fix['patch']) {
  const own = numbersOf(patch['media_ids'])
  if (!own) return undefined
  const { thread } = patch
  const keys = parts.map(({ key }) => key)
  return files.filter(({ id, part }) => {
    if (id === undefined) return true
    const index = part === undefined ? -1 : keys.indexOf(part)
    if (index < 0) return own.includes(id)
    if (!Array.isArray(thread)) return true
    return numbersOf(bagOf(thread[index])?.['media_ids'])?.includes(id) ?? true
  })
}

function withOptions(options: Composition['options'], patch: Bag): Composition['options'] {
  const all = { ...options }
  for (const [platform, values] of Object.entries(patch)) {
    const now: Bag = { ...all[platform] }
    for (const [name, value] of Object.entries(bagOf(values) ?? {})) {
      if (value === null) delete now[name]
      else now[name] = value
    }
    all[platform] = now
  }
  return all
}

function numbersOf(value: unknown) {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'number') : undefined
}

export function bagOf(value: unknown): Bag | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined
}
