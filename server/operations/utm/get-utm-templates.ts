import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { findUtm } from '#store/utm.ts'
import { UtmTemplates } from './parts/templates.ts'

export const getUtmTemplates = operation({
  name: 'get_utm_templates',
  summary:
    'The query parameters, such as utm_source, that are put on the links of posts when they are written: one template for the workspace, and one for each label that has its own.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({}),
  output: UtmTemplates,
  refuses: [],
  rest: { method: 'GET', path: '/api/utm-templates' },
  mcp: { title: 'See UTM templates', toolset: 'links' },

  async run(_, context) {
    const { templates, updated_at } = await findUtm(context)
    return { templates: [...templates], updated_at }
  },
})
