/** What becomes of a post when a snippet is taken, and which template a post makes. Pure. */
import type { CreateSnippetInput, ListSnippetsAnswer } from '@crier/sdk'
import { type Account, type Composition, inputOf, type Target } from './composition.ts'

export type Snippet = ListSnippetsAnswer['snippets'][number]

export interface Place {
  /** The version that is written; undefined: the common text. */
  version: Target | undefined
  /** Where in its text, in UTF-16 units; undefined: behind it. */
  at: number | undefined
}

/** What changes of the post. A template takes the place of what it says, and leaves the rest. */
export function taken(
  composition: Composition,
  { kind, content, first_comment, platform_content, platform_options }: Snippet,
  { version, at }: Place,
): Partial<Composition> {
  if (kind === 'first_comment')
    return { first_comment: joined(composition.first_comment, content, undefined) }
  if (kind === 'template') {
    const own = platform_content.flatMap((each) =>
      each.content === undefined ? [] : [[`a:${each.account_id}`, each.content]],
    )
    const options = platform_content.flatMap((each) =>
      each.options ? [[each.account_id, each.options]] : [],
    )
    return {
      ...(content !== '' && { text: content }),
      ...(first_comment !== null && { first_comment }),
      variants: { ...composition.variants, ...Object.fromEntries(own) },
      account_options: { ...composition.account_options, ...Object.fromEntries(options) },
      options: { ...composition.options, ...platform_options },
    }
  }
  if (version === undefined) return { text: joined(composition.text, content, at) }
  const text = joined(composition.variants[version] ?? '', content, at)
  return { variants: { ...composition.variants, [version]: text } }
}

/** What taking it back brings back. */
export function before(composition: Composition): Partial<Composition> {
  const { text, first_comment, variants, account_options, options } = composition
  return { text, first_comment, variants, account_options, options }
}

function joined(text: string, more: string, at: number | undefined) {
  if (at !== undefined) return text.slice(0, at) + more + text.slice(at)
  const begun = text.trimEnd()
  return begun === '' ? more : `${begun}\n\n${more}`
}

/** Of what is written: its texts, first comment and options, without files and times. */
export function templateOf(
  composition: Composition,
  accounts: readonly Account[],
): Omit<CreateSnippetInput, 'name'> {
  const { content, first_comment, platform_content, platform_options } = inputOf(
    composition,
    accounts,
  )
  return {
    kind: 'template',
    content,
    first_comment,
    platform_content: platform_content.flatMap(({ account_id, content: own, options }) =>
      own === undefined && !options
        ? []
        : [{ account_id, ...(own !== undefined && { content: own }), ...(options && { options }) }],
    ),
    platform_options,
  }
}
