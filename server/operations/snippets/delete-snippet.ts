import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { Id } from '#rules/post.ts'
import { deleteSnippet as removeSnippet } from '#store/snippets.ts'
import { noSnippet, snippetId } from './parts/snippet.ts'

export const deleteSnippet = operation({
  name: 'delete_snippet',
  summary: 'Delete a snippet. Posts that were written with it stay.',
  effect: 'destroys',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: false,
  input: z.strictObject({ id: snippetId }),
  output: z.object({ deleted: z.literal(true), id: Id }),
  refuses: ['snippet_not_found'],
  rest: { method: 'DELETE', path: '/api/snippets/:id', status: 204 },
  mcp: { title: 'Delete a snippet', toolset: 'snippets' },

  async run({ id }, context) {
    if (!(await removeSnippet(context, id))) throw noSnippet(id)
    return { deleted: true as const, id }
  },
})
