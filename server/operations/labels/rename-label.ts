import { z } from 'zod'
import { across } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { label } from '#operations/posts/parts/fields.ts'
import { inPlaceOf, oldLabel, relabelled } from './parts/relabelling.ts'

export const renameLabel = operation({
  name: 'rename_label',
  summary:
    'Write another label in the place of one, on posts in any state; one that is there already takes the posts in. A UTM template goes along, unless the new label has its own.',
  effect: 'writes',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: true,
  input: z
    .strictObject({ label: oldLabel, new_label: label })
    .refine(
      ...across(
        'new_label',
        'Use another word: it is called so.',
        ({ label: word, new_label }) => word === undefined || word !== new_label,
      ),
    ),
  output: z.object({ label: z.string().describe('As it is called now.'), ...relabelled }),
  refuses: ['label_not_found'],
  rest: { method: 'PUT', path: '/api/labels/:label' },
  mcp: { title: 'Rename or merge a label', toolset: 'account', overwrites: true },

  async run({ label: word, new_label }, context) {
    return { label: new_label, ...(await inPlaceOf(word, new_label, context)) }
  },
})
