import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { dryRun, seenOf } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { Problem } from '#rules/problem.ts'
import { findUtm, replaceUtm } from '#store/utm.ts'
import { templates, UtmTemplates } from './parts/templates.ts'

export const setUtmTemplates = operation({
  name: 'set_utm_templates',
  summary:
    'Replace the UTM templates. They are put on links of posts that are written from now on; what was written before goes out as it is.',
  effect: 'writes',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: true,
  input: z.strictObject({
    templates,
    updated_at: seenOf('templates'),
    dry_run: dryRun.optional(),
  }),
  output: UtmTemplates,
  refuses: ['utm_changed'],
  rest: { method: 'PUT', path: '/api/utm-templates' },
  mcp: { title: 'Set UTM templates', toolset: 'links', overwrites: true },

  async run({ templates: wanted, updated_at }, context) {
    if (!(await replaceUtm(context, wanted, updated_at, context.now))) throw await changed(context)
    return stateOf(context)
  },
})

async function changed(context: Context) {
  const state = await stateOf(context)
  const text = `Look at the templates again, they stand in utm: they were changed at ${state.updated_at}.`
  return new Problem('utm_changed', text, { updated_at: state.updated_at, utm: state })
}

async function stateOf(context: Context) {
  const { templates: now, updated_at } = await findUtm(context)
  return { templates: [...now], updated_at }
}
