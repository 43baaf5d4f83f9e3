import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { Snippet, SnippetKind } from '#rules/snippet.ts'
import { listSnippets as readSnippets } from '#store/snippets.ts'
import { snippetsSeen } from './parts/snippet.ts'

export const listSnippets = operation({
  name: 'list_snippets',
  summary:
    'The snippets of the workspace by name: texts, hashtags, first comments, and templates whose fields schedule_post takes as they are.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({ kind: SnippetKind.optional().describe('Only these.') }),
  output: z.object({ snippets: z.array(Snippet) }),
  refuses: [],
  rest: { method: 'GET', path: '/api/snippets' },
  mcp: { title: 'List snippets', toolset: 'snippets' },

  async run({ kind }, context) {
    return { snippets: await snippetsSeen(await readSnippets(context, kind), context) }
  },
})
