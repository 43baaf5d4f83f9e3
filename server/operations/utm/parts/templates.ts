/** The parameters that a workspace puts on links, as callers see and write them. */
import { z } from 'zod'
import { label } from '#operations/posts/parts/fields.ts'
import { limits } from '#rules/limits.ts'
import { rehearsed } from '#rules/post.ts'
import { Hosts, Parameters, UtmTemplate } from '#rules/utm.ts'

export const UtmTemplates = z.object({
  templates: z.array(UtmTemplate),
  updated_at: z.iso.datetime().nullable().describe('Null: none was ever set.'),
  dry_run: rehearsed,
})

const template = z
  .strictObject({
    label: label.nullable().optional(),
    parameters: Parameters,
    hosts: Hosts.optional(),
  })
  .transform(({ label: of = null, parameters, hosts = null }) => ({ label: of, parameters, hosts }))

export const templates = z
  .array(template)
  .max(limits.utm_templates, `At most ${limits.utm_templates}.`)
  .refine(
    (list) => new Set(list.map(({ label: of }) => of)).size === list.length,
    'One for each label, and one without.',
  )
  .describe('In the place of all that are there.')
