/** `crier utm`: what is put on the links of posts. */
import { z } from 'zod'
import { getUtmTemplates } from '#operations/utm/get-utm-templates.ts'
import type { Command } from './command.ts'
import { openInstance } from './instance.ts'
import { table } from './table.ts'

const Templates = z.looseObject({
  templates: z.array(
    z.looseObject({
      label: z.string().nullable(),
      parameters: z.record(z.string(), z.string()),
      hosts: z.array(z.string()).nullable(),
    }),
  ),
})

const utm: Command = {
  name: 'utm',
  takes: '[--json]',
  summary: 'Show the parameters that are put on the links of posts.',
  json: true,

  async run(_, config) {
    await using instance = await openInstance(config)
    const data = Templates.parse(await instance.ask(getUtmTemplates, {}))
    const rows = data.templates.map(({ label, parameters, hosts }) => [
      label ?? '(all others)',
      Object.entries(parameters)
        .map((each) => each.join('='))
        .join(' '),
      hosts?.join(', ') ?? '(all)',
    ])
    const text = rows.length
      ? table([['LABEL', 'PARAMETERS', 'HOSTS'], ...rows])
      : 'Nothing is put on links: crier call set_utm_templates sets what is.'
    return { data, text }
  },
}

export const planCommands = [utm]
