/** A post as a line of a table: what each column says when it is written, and what its cells mean when they are read. */
import { z } from 'zod'
import { idOfNamed, idOfQueue, idOfSet, type Known } from './named-accounts.ts'
import type { Post } from '#rules/post.ts'

interface Column {
  /** Empty when null. */
  write(this: void, post: Post): string | null
  /** A value as schedule_post takes it over REST, or what is wrong with the cell. Without it the column only tells. */
  read?(this: void, cell: string, known: Known): Read
}

type Read = { value: unknown } | { wrong: string }

/** Of these a space is a text, too. */
export const asIs = (cell: string): Read => ({ value: cell })
const aWord = (cell: string): Read => ({ value: cell.trim() })
const words = (cell: string): Read => ({ value: wordsAsJson(cell) ?? listIn(cell) })
/** Programs for tables put a space where ISO 8601 has a T. */
const aTime = (cell: string): Read => ({
  value: cell.trim().replace(/^(\d{4}-\d\d-\d\d) (?=\d\d:)/, '$1T'),
})
const json =
  (example: string) =>
  (cell: string): Read => {
    const value = parsed(cell)
    return value === undefined ? { wrong: `Use JSON, such as ${example}.` } : { value }
  }
const written = (value: unknown, isNone: boolean) => (isNone ? null : JSON.stringify(value))

/** In the order in which they are written. */
export const columns: Readonly<Record<string, Column>> = {
  id: { write: ({ id }) => String(id) },
  outcome: { write: ({ outcome }) => outcome },
  when: { write: ({ status }) => (status === 'draft' ? 'draft' : null), read: aTime },
  scheduled_at: { write: ({ scheduled_at }) => scheduled_at, read: aTime },
  timezone: { write: () => null, read: aWord },
  // Where a post stands in one it has a time as well, and both together are refused.
  queue: { write: () => null, read: idOfOne },
  published_at: { write: ({ published_at }) => published_at },
  content: { write: ({ content }) => content, read: asIs },
  social_account_ids: {
    write: ({ per_account }) => per_account.map(({ account_id }) => account_id).join(' '),
    read: idsOfAccounts,
  },
  account_set_ids: { write: () => null, read: idsOfSets },
  accounts: {
    write: ({ per_account }) =>
      per_account.map(({ platform, username }) => `${platform}:${username}`).join(', '),
  },
  media_ids: { write: ({ media }) => media.map(({ id }) => id).join(' '), read: ids },
  first_comment: { write: ({ first_comment }) => first_comment, read: asIs },
  labels: {
    write: ({ labels }) => (isPlain(labels) ? labels.join(', ') : JSON.stringify(labels)),
    read: words,
  },
  external_id: { write: ({ external_id }) => external_id, read: asIs },
  note: { write: ({ note }) => note, read: asIs },
  metadata: {
    write: ({ metadata }) => written(metadata, metadata === null),
    read: json('{"campaign": "spring"}'),
  },
  platform_content: {
    write: ({ platform_content: own }) => written(own, !own.length),
    read: json('[{"account_id": 3, "content": "…"}]'),
  },
  platform_options: {
    write: ({ platform_options: own }) => written(own, !Object.keys(own).length),
    read: json('{"x": {"reply_settings": "following"}}'),
  },
  thread: {
    write: ({ thread }) => written(thread, !thread?.length),
    read: json('[{"content": "The second part"}]'),
  },
  thread_as: { write: ({ thread_as }) => thread_as ?? null, read: aWord },
  split: { write: ({ split }) => split ?? null, read: aWord },
  in_doubt: { write: ({ in_doubt }) => in_doubt, read: aWord },
  allow_duplicate: { write: () => null, read: aWord },
  created_at: { write: ({ created_at }) => created_at },
  updated_at: { write: ({ updated_at }) => updated_at },
  urls: {
    write: ({ per_account }) => per_account.flatMap((each) => each.platform_url ?? []).join(' '),
  },
  errors: {
    write: ({ per_account }) =>
      per_account
        .flatMap(({ platform, username, error_message: text }) =>
          text === null ? [] : [`${platform}:${username}: ${text}`],
        )
        .join(' '),
  },
}

/** Undefined: it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

/** Words with what stands between words in a cell would come back as others. */
function isPlain(labels: readonly string[]) {
  return labels.every((word) => !/[;\n]|^\[/.test(word))
}

function wordsAsJson(cell: string): string[] | undefined {
  return cell.trim().startsWith('[') ? Words.safeParse(parsed(cell)).data : undefined
}
const Words = z.array(z.string())

function listIn(cell: string) {
  return cell.split(/[,;\n]/).flatMap((word) => word.trim() || [])
}

/** Between numbers a space is enough. */
function ids(cell: string): Read {
  return { value: cell.split(/[\s,;]+/).flatMap((word) => (word ? [numberIn(word)] : [])) }
}

/** Ids, or names as the column `accounts` has them. */
function idsOfAccounts(cell: string, { accounts }: Known): Read {
  return idsIn(cell, (name) => idOfNamed(name, accounts))
}

function idsOfSets(cell: string, { sets }: Known): Read {
  return idsIn(cell, (name) => idOfSet(name, sets))
}

function idOfOne(cell: string, { queues }: Known): Read {
  const word = cell.trim()
  const found = /^\d+$/.test(word) ? Number(word) : idOfQueue(word, queues)
  return typeof found === 'object' ? found : { value: found }
}

function idsIn(cell: string, idOf: (name: string) => number | { wrong: string }): Read {
  const said = listIn(cell).flatMap((word) => (/^[\d\s]+$/.test(word) ? word.split(/\s+/) : [word]))
  const found = said.map((word) => (/^\d+$/.test(word) ? Number(word) : idOf(word)))
  const wrong = found.flatMap((each) => (typeof each === 'object' ? [each.wrong] : []))
  return wrong.length ? { wrong: wrong.join(' ') } : { value: found }
}

/** What is no number is left for the operation to refuse, by its place. */
function numberIn(word: string) {
  return /^\d{1,15}$/.test(word) ? Number(word) : word
}
