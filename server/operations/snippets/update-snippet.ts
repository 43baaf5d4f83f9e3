import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { operation } from '#operations/operation.ts'
import { invalid } from '#rules/problem.ts'
import { Snippet } from '#rules/snippet.ts'
import { lockNames } from '#store/names.ts'
import { changeSnippet, findSnippet } from '#store/snippets.ts'
import { checkSnippet, noSnippet, snippetFields, snippetId, snippetSeen } from './parts/snippet.ts'

const input = z.strictObject({
  id: snippetId,
  name: snippetFields.name.optional(),
  kind: snippetFields.kind.optional(),
  content: snippetFields.content.optional(),
  first_comment: snippetFields.first_comment.optional(),
  platform_content: snippetFields.platform_content.optional(),
  platform_options: snippetFields.platform_options.optional(),
})
type Given = z.output<typeof input>

export const updateSnippet = operation({
  name: 'update_snippet',
  summary: 'Change a snippet; what is left out stays. Posts that were written with it stay.',
  effect: 'writes',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: true,
  input,
  output: Snippet,
  refuses: ['invalid', 'snippet_not_found'],
  rest: { method: 'PUT', path: '/api/snippets/:id' },
  mcp: { title: 'Change a snippet', toolset: 'snippets', overwrites: true },

  async check(given: Given, context: Context) {
    const wanted = await wantedOf(given, context)
    return wanted ? checkSnippet(wanted, context, toCheck(given)) : {}
  },

  async run(given, context) {
    await lockNames(context, 'snippets')
    const wanted = await wantedOf(given, context)
    if (!wanted) throw noSnippet(given.id)
    const problem = invalid(await checkSnippet(wanted, context, toCheck(given)))
    if (problem) throw problem
    const changed = await changeSnippet(context, given.id, wanted, context.now)
    if (!changed) throw noSnippet(given.id)
    return snippetSeen(changed, context)
  },
})

/** The whole of it as it would be; undefined: there is none. */
async function wantedOf({ id, ...given }: Given, context: Context) {
  const before = await findSnippet(context, id)
  if (!before) return undefined
  const { name, kind, content, first_comment, platform_content, platform_options } = before
  return {
    name: given.name ?? name,
    kind: given.kind ?? kind,
    content: given.content ?? content,
    first_comment: given.first_comment === undefined ? first_comment : given.first_comment,
    platform_content: given.platform_content ?? platform_content,
    platform_options: given.platform_options ?? platform_options,
  }
}

function toCheck({ id, platform_content }: Given) {
  return { but: id, addressed: platform_content !== undefined }
}
