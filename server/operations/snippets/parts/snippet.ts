/** A snippet as callers write it, and what of it they see. */
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { nameUpTo, number } from '#operations/ids.ts'
import { content, fields } from '#operations/posts/parts/fields.ts'
import { limits } from '#rules/limits.ts'
import { Id } from '#rules/post.ts'
import { collector, type FieldErrors, Problem } from '#rules/problem.ts'
import { SnippetKind, tagsProblem } from '#rules/snippet.ts'
import { findAccounts } from '#store/accounts.ts'
import { isNameTaken } from '#store/names.ts'
import type { SnippetFields, SnippetRow } from '#store/snippets.ts'

export const snippetId = number(1, Number.MAX_SAFE_INTEGER).describe('The snippet.')

export const snippetFields = {
  name: nameUpTo(limits.snippet_name_chars).describe('Unique in the workspace.'),
  kind: SnippetKind.describe('What it is put into; a template fills a whole post.'),
  content: content.describe('The words; of a first_comment those of the comment.'),
  first_comment: fields.first_comment.describe('Of a template.'),
  platform_content: z
    .array(
      z.strictObject({
        account_id: Id,
        content: content.optional(),
        options: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .max(limits.accounts_per_post)
    .refine(
      (list) => new Set(list.map(({ account_id }) => account_id)).size === list.length,
      'An account may stand here once only.',
    )
    .describe('Of a template: as schedule_post takes it.'),
  platform_options: fields.platform_options.describe(
    'Of a template: options by platform, checked when a post is made with them.',
  ),
}

export function noSnippet(id: number) {
  return new Problem(
    'snippet_not_found',
    `Look for its id with list_snippets: there is no snippet ${id}.`,
  )
}

/** What is wrong with it in this workspace; `but` is the snippet itself. Accounts that stood there before may be gone. */
export async function checkSnippet(
  snippet: SnippetFields,
  context: Context,
  { but, addressed = true }: { but?: number; addressed?: boolean } = {},
): Promise<FieldErrors> {
  const { name, kind, content: words, first_comment, platform_content, platform_options } = snippet
  const { errors, add } = collector()
  if (await isNameTaken(context, 'snippets', name, but))
    add('name', 'Use another name: there is a snippet called so.')
  const tags = kind === 'hashtags' ? tagsProblem(words) : undefined
  if (tags !== undefined) add('content', tags)
  else if (kind !== 'template' && !words.trim()) add('content', 'Write the words.')
  if (kind === 'first_comment' && words.length > limits.first_comment_chars)
    add('content', `At most ${limits.first_comment_chars} characters.`)
  if (kind !== 'template') {
    if (first_comment !== null) add('first_comment', ONLY)
    if (platform_content.length) add('platform_content', ONLY)
    if (Object.keys(platform_options).length) add('platform_options', ONLY)
    return errors
  }
  const size = Buffer.byteLength(JSON.stringify([platform_content, platform_options]))
  if (size > limits.snippet_bytes)
    add('platform_options', `At most ${limits.snippet_bytes} bytes with platform_content, as JSON.`)
  const known = Object.keys(context.environment.manifests)
  for (const platform of Object.keys(platform_options)) {
    if (!known.includes(platform))
      add(`platform_options.${platform}`, `There is no such platform. Use ${known.join(', ')}.`)
  }
  if (!addressed) return errors
  const found = await findAccounts(
    context,
    platform_content.map(({ account_id }) => account_id),
  )
  for (const [index, { account_id }] of platform_content.entries()) {
    if (!found.some(({ id }) => id === account_id))
      add(`platform_content.${index}.account_id`, 'There is no such connected account.')
  }
  return errors
}

const ONLY = 'Leave it out or empty: only a template has it.'

/** With what stands there for accounts that are connected, and that whoever asks sees. */
export async function snippetsSeen(snippets: readonly SnippetRow[], context: Context) {
  const ids = new Set(
    snippets.flatMap((each) => each.platform_content.map(({ account_id }) => account_id)),
  )
  const found = ids.size ? await findAccounts(context, [...ids]) : []
  const seen = new Set(found.map(({ id }) => id))
  return snippets.map((each) => ({
    ...each,
    platform_content: each.platform_content.filter(({ account_id }) => seen.has(account_id)),
  }))
}

export async function snippetSeen(snippet: SnippetRow, context: Context) {
  const [seen = snippet] = await snippetsSeen([snippet], context)
  return seen
}
