import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { operation } from '#operations/operation.ts'
import { limits } from '#rules/limits.ts'
import { invalid, wrong } from '#rules/problem.ts'
import { Snippet } from '#rules/snippet.ts'
import { lockNames } from '#store/names.ts'
import { insertSnippet, listSnippets } from '#store/snippets.ts'
import { checkSnippet, snippetFields } from './parts/snippet.ts'

const input = z.strictObject({
  ...snippetFields,
  kind: snippetFields.kind.default('text'),
  content: snippetFields.content.default(''),
  first_comment: snippetFields.first_comment.default(null),
  platform_content: snippetFields.platform_content.default([]),
  platform_options: snippetFields.platform_options.default({}),
})

export const createSnippet = operation({
  name: 'create_snippet',
  summary:
    'Keep words that are used again: a text, hashtags, a first comment, or a template of a whole post with its versions and options.',
  effect: 'writes',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: false,
  input,
  output: Snippet,
  refuses: ['invalid'],
  rest: { method: 'POST', path: '/api/snippets', status: 201 },
  mcp: { title: 'Create a snippet', toolset: 'snippets' },

  // Its words have a value of their own where none are given.
  stand_ins: {},
  check: (given: z.output<typeof input>, context: Context) => checkSnippet(given, context),

  async run(given, context) {
    await lockNames(context, 'snippets')
    const problem = invalid(await checkSnippet(given, context))
    if (problem) throw problem
    if ((await listSnippets(context)).length >= limits.snippets)
      throw wrong('name', `Delete one first: a workspace has ${limits.snippets} at the most.`)
    return insertSnippet(context, given, context.now)
  },
})
