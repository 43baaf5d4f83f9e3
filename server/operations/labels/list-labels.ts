import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { limits } from '#rules/limits.ts'
import { countLabels } from '#store/labels.ts'
import { findUtm } from '#store/utm.ts'

export const listLabels = operation({
  name: 'list_labels',
  summary:
    'The labels of the workspace’s posts, the commonest first, with how many posts have them.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({}),
  output: z.object({
    labels: z
      .array(
        z.object({
          label: z.string(),
          posts: z.int().describe('Deleted ones are not counted.'),
          scheduled: z.int(),
          has_utm_template: z.boolean(),
        }),
      )
      .describe(`At most ${limits.listed_labels}, and those with a UTM template.`),
  }),
  refuses: [],
  rest: { method: 'GET', path: '/api/labels' },
  mcp: { title: 'List labels', toolset: 'account' },

  async run(_, context) {
    const [counted, { templates }] = await Promise.all([
      countLabels(context, limits.listed_labels),
      findUtm(context),
    ])
    const own = new Set(templates.flatMap(({ label }) => label ?? []))
    const unused = [...own].filter((word) => !counted.some(({ label }) => label === word))
    const labels = [...counted, ...unused.map((label) => ({ label, posts: 0, scheduled: 0 }))].map(
      (each) => ({ ...each, has_utm_template: own.has(each.label) }),
    )
    return { labels }
  },
})
