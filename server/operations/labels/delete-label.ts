import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { inPlaceOf, oldLabel, relabelled } from './parts/relabelling.ts'

export const deleteLabel = operation({
  name: 'delete_label',
  summary:
    'Take a label off all posts, with its UTM template. The posts stay as they are otherwise.',
  effect: 'destroys',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: false,
  input: z.strictObject({ label: oldLabel }),
  output: z.object({ label: z.string(), ...relabelled }),
  refuses: ['label_not_found'],
  rest: { method: 'DELETE', path: '/api/labels/:label' },
  mcp: { title: 'Delete a label', toolset: 'account' },

  async run({ label }, context) {
    return { label, ...(await inPlaceOf(label, null, context)) }
  },
})
